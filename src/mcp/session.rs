//! One session: frames in, the SDK's service loop behind, answers out.
//!
//! A thread reads stdin, so that a blocked answer never hides the end of input. Every request gets
//! a number of our own towards the SDK and its own id back on the wire, which keeps ids byte for
//! byte and lets two eras (session and stateless) share one process. Batches are put together
//! here, and the number of calls in flight is bounded.

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::io::{self, BufReader, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, ProtocolVersion, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use crate::lowering::lines::{Line, Lines, MAX_LINE};
use crate::mcp::frame::{self, Fault, Frame, Id, Number};
use crate::mcp::handler::Handler;

/// How long calls in flight may take to finish after the end of input.
pub const GRACE: Duration = Duration::from_millis(200);

/// How many tool calls may be in flight; one more is answered with −32000 at once.
pub const MAX_CALLS: usize = 32;

/// The methods of the SDK's own that a frame with unfit parameters is told apart by.
const KNOWN: [&str; 5] = ["initialize", "ping", "server/discover", "tools/call", "tools/list"];

/// Serves stdin and stdout until the input ends.
pub async fn run(handler: Handler) {
    let wire = Arc::new(Wire::default());
    let (frames, inbox) = mpsc::channel(64);
    let (ended, end) = oneshot::channel();
    let reader = wire.clone();
    std::thread::spawn(move || {
        reader.read(&frames);
        reader.settle(GRACE);
        let _ = ended.send(());
        // The loop may be stuck in a write that nobody reads; the peer is gone either way.
        std::thread::sleep(GRACE);
        std::process::exit(0);
    });
    let transport = Stdio { wire, inbox };
    let service = rmcp::service::serve_directly(handler, transport, None);
    let _ = end.await;
    drop(service);
}

/// What both directions share.
#[derive(Default)]
struct Wire {
    state: Mutex<State>,
    settled: Condvar,
}

#[derive(Default)]
struct State {
    /// The revision that `initialize` agreed on.
    version: Option<ProtocolVersion>,
    last: i64,
    open: HashMap<i64, Open>,
}

/// A request that was handed on and is not answered yet.
struct Open {
    id: Id,
    is_call: bool,
    seat: Option<Seat>,
}

/// The answers of one batch so far; written as one array when none is missing.
struct Batch {
    n_missing: usize,
    /// By the place of the member that is answered.
    replies: BTreeMap<usize, String>,
}

/// The place of one member in its batch.
#[derive(Clone)]
struct Seat {
    batch: Arc<Mutex<Batch>>,
    place: usize,
}

impl Wire {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, frames: &mpsc::Sender<ClientJsonRpcMessage>) {
        let mut lines = Lines::new(BufReader::with_capacity(64 << 10, io::stdin()));
        while let Ok(Some(line)) = lines.next_line() {
            let open_for_more = match &line {
                Line::Cut(prefix) => self.refuse(&frame::too_long(prefix, MAX_LINE)),
                Line::Whole(bytes) if bytes.trim_ascii().is_empty() => true,
                Line::Whole(bytes) => self.take(frame::read(bytes), frames),
            };
            if !open_for_more {
                return;
            }
        }
    }

    /// Waits until nothing is open, at most `limit`.
    fn settle(&self, limit: Duration) {
        let until = Instant::now() + limit;
        let mut state = self.lock();
        while !state.open.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let waited = self.settled.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Handles one line; returns whether the session can go on.
    fn take(&self, frame: Frame<'_>, frames: &mpsc::Sender<ClientJsonRpcMessage>) -> bool {
        let Frame::Batch(members) = frame else {
            return self.take_member(frame, None, frames);
        };
        let version = self.lock().version.clone();
        if version != Some(ProtocolVersion::V_2025_03_26) {
            let message = "a batch is served under revision 2025-03-26 only";
            let mut ids = members.into_iter().filter_map(|member| match member {
                Frame::Request { id, .. } => Some(Some(id)),
                Frame::Fault(fault) => Some(fault.id),
                _ => None,
            });
            let first = ids.next().unwrap_or_default();
            return std::iter::once(first).chain(ids).all(|id| {
                self.refuse(&Fault { number: Number::InvalidRequest, id, message: message.into() })
            });
        }
        let wants_reply = |member: &&Frame<'_>| {
            matches!(member, Frame::Request { .. } | Frame::Fault(_) | Frame::Batch(_))
        };
        let n_missing = members.iter().filter(wants_reply).count();
        let batch = Arc::new(Mutex::new(Batch { n_missing, replies: BTreeMap::new() }));
        members.into_iter().enumerate().all(|(place, member)| {
            let seat = Seat { batch: batch.clone(), place };
            self.take_member(member, Some(&seat), frames)
        })
    }

    fn take_member(
        &self,
        frame: Frame<'_>,
        seat: Option<&Seat>,
        frames: &mpsc::Sender<ClientJsonRpcMessage>,
    ) -> bool {
        match frame {
            Frame::Response => true,
            Frame::Notification { method, params } if method == "notifications/cancelled" => {
                self.cancel(params, frames)
            }
            Frame::Notification { method, params } => {
                // A notification is never answered, so an unreadable one is only dropped.
                match message(None, &method, params) {
                    Ok(message) => forward(frames, message),
                    Err(_) => true,
                }
            }
            Frame::Request { id, method, params } => match self.open(&id, &method, params, seat) {
                Ok(message) => forward(frames, message),
                Err((number, message)) => {
                    let fault = Fault { number, id: Some(id), message };
                    self.reply(seat, fault_text(&fault))
                }
            },
            Frame::Fault(fault) => self.reply(seat, fault_text(&fault)),
            Frame::Batch(_) => self.reply(
                seat,
                fault_text(&Fault {
                    number: Number::InvalidRequest,
                    id: None,
                    message: "a batch inside a batch".to_owned(),
                }),
            ),
        }
    }

    /// Registers a request and turns it into the SDK's message.
    fn open(
        &self,
        id: &Id,
        method: &str,
        params: Option<&RawValue>,
        seat: Option<&Seat>,
    ) -> Result<ClientJsonRpcMessage, (Number, String)> {
        if params.is_some_and(|params| frame::repeats_a_key(params.get())) {
            return Err((Number::InvalidParams, "a key is named twice in `params`".to_owned()));
        }
        let mut state = self.lock();
        let number = state.last + 1;
        let message = message(Some(number), method, params)
            .map_err(|error| (Number::InvalidParams, error.to_string()))?;
        match &message {
            JsonRpcMessage::Request(request) => match &request.request {
                ClientRequest::CustomRequest(_) if KNOWN.contains(&method) => {
                    let message = format!("the parameters do not fit `{method}`");
                    return Err((Number::InvalidParams, message));
                }
                ClientRequest::InitializeRequest(request) => {
                    if seat.is_some() || state.version.is_some() {
                        let message = "`initialize` comes once and outside a batch".to_owned();
                        return Err((Number::InvalidRequest, message));
                    }
                    // Known here before the answer is, because the next line may be a batch.
                    state.version = Some(agreed(&request.params.protocol_version));
                }
                _ => {}
            },
            _ => return Err((Number::InvalidRequest, "not a request".to_owned())),
        }
        let is_call = method == "tools/call";
        if is_call && state.open.values().filter(|open| open.is_call).count() >= MAX_CALLS {
            return Err((Number::Busy, format!("{MAX_CALLS} tool calls are in flight already")));
        }
        state.last = number;
        state.open.insert(number, Open { id: id.clone(), is_call, seat: seat.cloned() });
        Ok(message)
    }

    fn cancel(
        &self,
        params: Option<&RawValue>,
        frames: &mpsc::Sender<ClientJsonRpcMessage>,
    ) -> bool {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Cancelled<'a> {
            #[serde(borrow)]
            request_id: &'a RawValue,
        }
        let parsed = params.and_then(|params| serde_json::from_str(params.get()).ok());
        let Some(Cancelled { request_id }) = parsed else { return true };
        let Some(id) = Id::from_json(request_id.get()) else { return true };
        let mut state = self.lock();
        let numbers: Vec<i64> =
            state.open.iter().filter(|(_, open)| open.id == id).map(|(n, _)| *n).collect();
        let mut seats = Vec::new();
        for number in &numbers {
            seats.extend(state.open.remove(number).and_then(|open| open.seat));
        }
        drop(state);
        self.settled.notify_all();
        numbers.into_iter().all(|number| {
            let params = format!(r#"{{"requestId":{number}}}"#);
            let params = RawValue::from_string(params).ok();
            match message(None, "notifications/cancelled", params.as_deref()) {
                Ok(message) => forward(frames, message),
                Err(_) => true,
            }
        }) && seats.into_iter().all(|seat| finish(&seat, None))
    }

    /// Sends the SDK's answer under the id of the request it answers.
    fn answer(&self, message: &ServerJsonRpcMessage) -> bool {
        match message {
            JsonRpcMessage::Response(response) => {
                self.close(&response.id, "result", &response.result)
            }
            JsonRpcMessage::Error(error) => match &error.id {
                Some(id) => self.close(id, "error", &error.error),
                None => true,
            },
            // The server of seven tools never asks and never announces.
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => true,
        }
    }

    fn close<T: Serialize>(&self, number: &RequestId, kind: &str, body: &T) -> bool {
        let RequestId::Number(number) = number else { return true };
        let (id, seat) = match self.lock().open.get(number) {
            Some(open) => (open.id.clone(), open.seat.clone()),
            None => return true,
        };
        let body = serde_json::to_string(body).unwrap_or_else(|_| "null".to_owned());
        let text = format!(r#"{{"jsonrpc":"2.0","id":{},"{kind}":{body}}}"#, id.as_json());
        let alive = self.reply(seat.as_ref(), text);
        self.lock().open.remove(number);
        self.settled.notify_all();
        alive
    }

    fn refuse(&self, fault: &Fault) -> bool {
        self.reply(None, fault_text(fault))
    }

    fn reply(&self, seat: Option<&Seat>, text: String) -> bool {
        match seat {
            Some(seat) => finish(seat, Some(text)),
            None => write_line(text),
        }
    }
}

/// Counts one member of a batch as done, and writes the array when it was the last.
fn finish(seat: &Seat, reply: Option<String>) -> bool {
    let mut batch = seat.batch.lock().unwrap_or_else(PoisonError::into_inner);
    batch.replies.extend(reply.map(|text| (seat.place, text)));
    batch.n_missing = batch.n_missing.saturating_sub(1);
    if batch.n_missing > 0 || batch.replies.is_empty() {
        return true;
    }
    let replies: Vec<&str> = batch.replies.values().map(String::as_str).collect();
    write_line(format!("[{}]", replies.join(",")))
}

/// Writes one message; returns whether somebody still listens.
fn write_line(mut text: String) -> bool {
    text.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
}

fn fault_text(fault: &Fault) -> String {
    let id = fault.id.as_ref().map_or("null", Id::as_json);
    let message = serde_json::Value::String(fault.message.clone());
    let code = fault.number as i32;
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
}

/// Builds the SDK's message; `number` is absent for notifications.
fn message(
    number: Option<i64>,
    method: &str,
    params: Option<&RawValue>,
) -> serde_json::Result<ClientJsonRpcMessage> {
    #[derive(Serialize)]
    struct Outer<'a> {
        jsonrpc: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<i64>,
        method: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        params: Option<&'a RawValue>,
    }
    let text = serde_json::to_string(&Outer { jsonrpc: "2.0", id: number, method, params })?;
    serde_json::from_str(&text)
}

/// Returns the revision that `initialize` settles on: the client's when it has a handshake and is
/// known, else our newest one with a handshake.
pub(super) fn agreed(requested: &ProtocolVersion) -> ProtocolVersion {
    let known = ProtocolVersion::KNOWN_VERSIONS.contains(requested);
    match known && requested.has_initialize() {
        true => requested.clone(),
        false => ProtocolVersion::LATEST_WITH_INITIALIZE,
    }
}

fn forward(frames: &mpsc::Sender<ClientJsonRpcMessage>, message: ClientJsonRpcMessage) -> bool {
    frames.blocking_send(message).is_ok()
}

/// The SDK's view of the wire.
struct Stdio {
    wire: Arc<Wire>,
    inbox: mpsc::Receiver<ClientJsonRpcMessage>,
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let alive = self.wire.answer(&item);
        std::future::ready(match alive {
            true => Ok(()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        })
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        match self.inbox.recv().await {
            Some(message) => Some(message),
            // The SDK would close and drain at the end of input; the session ends itself.
            None => std::future::pending().await,
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}
