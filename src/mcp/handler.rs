//! The SDK's handler: identity, the tool list, and calls through the door.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    InitializeRequestParams, InitializeResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::task::JoinSet;

use crate::mcp::door::{Answer, Door};
use crate::mcp::{session, tools};

/// Serves the tools behind one door.
pub struct Handler {
    door: Arc<dyn Door>,
    tools: Vec<Tool>,
}

impl Handler {
    /// Prepares the tool list; does not touch the door.
    pub fn new(door: Arc<dyn Door>) -> Self {
        Handler { door, tools: tools::list() }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        InitializeResult::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("trellis", env!("CARGO_PKG_VERSION")))
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        // Later requests are shaped for the version agreed on, not for the one asked for.
        request.protocol_version = session::agreed(&request.protocol_version);
        let result = self.negotiate_initialize(&request);
        context.peer.set_peer_info(request);
        result
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            let message = "there is one page, and no cursor leads to another";
            return Err(ErrorData::invalid_params(message, None));
        }
        self.door.listed();
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.tools.iter().find(|tool| tool.name == request.name) else {
            let message = format!("no tool is named `{}`", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let is_structured = context
            .protocol_version()
            .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2025_06_18.as_str());
        let arguments = request.arguments.unwrap_or_default();
        let arguments = serde_json::Value::Object(arguments).to_string();
        // A task of its own, so that a panic is an answer; dropping the set cancels the call.
        let mut call = JoinSet::new();
        let door = self.door.clone();
        let name = tool.name.to_string();
        call.spawn(async move { door.call(name, arguments).await });
        let joined = tokio::select! {
            joined = call.join_next() => joined,
            () = context.ct.cancelled() => None,
        };
        match joined {
            Some(Ok(answer)) => Ok(result(answer, is_structured).into()),
            // For a cancelled call this is never sent.
            Some(Err(_)) | None => Err(ErrorData::internal_error("the call did not finish", None)),
        }
    }
}

fn result(answer: Answer, is_structured: bool) -> CallToolResult {
    let structured = match is_structured && !answer.is_error {
        true => serde_json::from_str(&answer.document).ok(),
        false => None,
    };
    let content = vec![ContentBlock::text(answer.document)];
    let mut result = match answer.is_error {
        true => CallToolResult::error(content),
        false => CallToolResult::success(content),
    };
    result.structured_content = structured;
    result
}
