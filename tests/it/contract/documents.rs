//! Every document reads and writes its contract example byte for byte, and refuses what is not it.

use trellis::contract::documents::*;
use trellis::contract::wire::{Wire, from_json, to_json};

#[track_caller]
fn round<T: Wire>(example: &str) {
    let document: T = from_json(example).unwrap_or_else(|misfit| panic!("{misfit}\n{example}"));
    assert_eq!(to_json(&document), example);
}

#[track_caller]
fn refuses<T: Wire>(text: &str, why: &str) {
    match from_json::<T>(text) {
        Ok(_) => panic!("accepted {text}"),
        Err(misfit) => assert_eq!(misfit.to_string(), why),
    }
}

const TREE: &str = r#"{"defs":[{"span":{"start":0,"end":42,"line":1,"col":1},"item":{"name":"bump","sig":{"span":{"start":7,"end":27,"line":1,"col":8},"item":{"tag":"Arrow","value":{"param":{"tag":"Some","value":{"span":{"start":8,"end":9,"line":1,"col":9},"name":"n"}},"dom":{"span":{"start":12,"end":14,"line":1,"col":13},"item":{"tag":"Con","value":{"name":"U8","args":[]}}},"row":{"effects":[{"tag":"Panic"}],"var":{"tag":"None"}},"cod":{"span":{"start":25,"end":27,"line":1,"col":26},"item":{"tag":"Con","value":{"name":"U8","args":[]}}}}}},"decreases":{"tag":"None"},"params":[{"span":{"start":33,"end":34,"line":2,"col":6},"name":"n"}],"body":{"span":{"start":37,"end":42,"line":2,"col":10},"item":{"tag":"Arith","value":{"op":{"tag":"Add"},"lhs":{"span":{"start":37,"end":38,"line":2,"col":10},"item":{"tag":"Path","value":{"root":"n","fields":[]}}},"rhs":{"span":{"start":41,"end":42,"line":2,"col":14},"item":{"tag":"Literal","value":{"lit":{"tag":"LInt","value":{"digits":"1"}}}}}}}}}}]}"#;

const TOKENS: &str = r#"{"tokens":[{"span":{"start":0,"end":1,"line":1,"col":1},"item":{"tag":"TIdent","value":{"name":"x"}}},{"span":{"start":2,"end":4,"line":1,"col":3},"item":{"tag":"TOp","value":{"op":"=="}}},{"span":{"start":5,"end":8,"line":1,"col":6},"item":{"tag":"TInt","value":{"digits":"10"}}}]}"#;

const BUNDLE: &str = r#"{"program":"program.json","cases":[{"name":"shift#1","def":"later","binds":[{"bind":"c","ctor":"fake_clock","args":[1700000000]}],"args":[{"tag":"Binding","value":{"name":"c"}},{"tag":"Json","value":60}],"expect":{"tag":"Value","value":1700000060},"xfail":false},{"name":"shift#2","def":"later","binds":[{"bind":"c","ctor":"fake_clock","args":[1]}],"args":[{"tag":"Binding","value":{"name":"c"}},{"tag":"Json","value":9223372036854775807}],"expect":{"tag":"Value","value":0},"xfail":false}]}"#;

const SIGNATURES: &str = r#"{"defs":[{"name":"digit_sum","type":{"tag":"SArrow","value":{"param":{"tag":"None"},"dom":{"tag":"SCon","value":{"name":"U64","args":[]}},"row":{"effects":[],"var":{"tag":"None"}},"cod":{"tag":"SCon","value":{"name":"U64","args":[]}}}},"row":{"effects":[],"var":{"tag":"None"}},"checks":{"termination":"unverified","panic_obligations":[{"kind":{"tag":"DivZero"},"span":{"start":77,"end":83,"line":6,"col":8}},{"kind":{"tag":"Overflow"},"span":{"start":77,"end":103,"line":6,"col":8}},{"kind":{"tag":"DivZero"},"span":{"start":97,"end":103,"line":6,"col":28}}]}}]}"#;

const REPORT: &str = r#"{"errors":[{"code":"shadowing","message":"`x` is already bound","file":{"tag":"Some","value":"a/g.soil"},"span":{"tag":"Some","value":{"start":25,"end":26,"line":2,"col":11}},"notes":[{"message":"previous binding here","file":{"tag":"Some","value":"a/g.soil"},"span":{"tag":"Some","value":{"start":17,"end":18,"line":2,"col":3}}}]}]}"#;

#[test]
fn documents_of_soil0() {
    round::<FileTree>(TREE);
    round::<Tokens>(TOKENS);
    round::<Signatures>(SIGNATURES);
    round::<CheckFacts>(
        r#"{"termination":"verified","panic_obligations":[{"kind":{"tag":"CalleePanic","value":{"callee":"list_nth"}},"span":{"start":67,"end":80,"line":2,"col":46}}],"holes":[{"name":"short","span":{"start":55,"end":61,"line":2,"col":34},"ty":{"tag":"SCon","value":{"name":"I64","args":[]}}}]}"#,
    );
    round::<RenameOutput>(
        r#"{"defs":[{"name":"digit_sum","refs":{"defs":["digit_sum"],"types":["U64"],"builtins":[],"privates":[]}}]}"#,
    );
    round::<SigType>(
        r#"{"tag":"SArrow","value":{"param":{"tag":"Some","value":"f"},"dom":{"tag":"SArrow","value":{"param":{"tag":"None"},"dom":{"tag":"SVar","value":{"name":"a"}},"row":{"effects":[],"var":{"tag":"Some","value":"b"}},"cod":{"tag":"SVar","value":{"name":"a"}}}},"row":{"effects":[],"var":{"tag":"None"}},"cod":{"tag":"SArrow","value":{"param":{"tag":"None"},"dom":{"tag":"SVar","value":{"name":"a"}},"row":{"effects":[],"var":{"tag":"Some","value":"b"}},"cod":{"tag":"SVar","value":{"name":"a"}}}}}}"#,
    );
    round::<ProgramFile>(
        r#"{"types":"env.json","defs":["text/classify.soil","text/_private.soil"]}"#,
    );
    round::<EnvFile>(
        r#"{"types":[{"name":"Run","params":[],"strategy":{"tag":"Structural"},"body":{"tag":"Record","value":{"fields":[{"name":"byte","shape":{"tag":"SCon","value":{"name":"U8","args":[]}},"ignored":{"tag":"None"}}]}}}]}"#,
    );
    round::<SoilVersion>(r#"{"soil0_cli":1,"soil0":"0.1.0"}"#);
    round::<TestBundle>(BUNDLE);
    round::<TestReport>(
        r#"{"cases":[{"name":"shift#1","result":"pass","details":{"tag":"None"}},{"name":"shift#2","result":"fail","details":{"tag":"Some","value":{"expected":"0","actual":"panic: overflow: integer overflow"}}}]}"#,
    );
    round::<SoilReport>(REPORT);
}

#[test]
fn an_absent_key_of_a_variant_means_none() {
    let read: VariantDef = from_json(r#"{"name":"End","payload":{"tag":"None"}}"#).expect("fits");
    assert_eq!(
        to_json(&read),
        r#"{"name":"End","payload":{"tag":"None"},"fields":{"tag":"None"}}"#
    );
}

#[test]
fn documents_of_the_daemon() {
    round::<ErrorDocument>(
        r#"{"errors":[{"code":"no-draft","message":"no draft yet","file":{"tag":"None"},"span":{"tag":"None"},"notes":[],"repair_class":"fix-config","spec_ref":"trellis-daemon#3.2"}]}"#,
    );
    round::<BundleManifest>(
        r#"{"definition":"csvstats/median","budget":8000,"estimate":412,"packed":["spec.md"],"dropped":[{"item":"callees/sort_by.md","reason":"over budget"}],"oracle":{"tag":"Some","value":{"tag":"Reference","value":{"path":"ref.py","symbol":"median"}}},"spec_hashes":{"formal":"sha256:00","test":"sha256:11","prose":"sha256:22"}}"#,
    );
    round::<Question>(
        r#"{"def":"csvstats/median","kind":{"tag":"Ambiguity"},"question":"which end?","hole":{"tag":"None"},"options":[],"asked_against":{"formal":"sha256:00","test":"sha256:11","prose":"sha256:22"},"bundle":"sha256:33","created":"2026-11-30T00:00:00Z"}"#,
    );
    round::<ReadContextOutput>(r##"{"tag":"File","value":{"content":"# sort_by\n"}}"##);
    round::<ReadContextOutput>(r#"{"tag":"Dir","value":{"entries":["callees/","spec.md"]}}"#);
    round::<CheckRefinementsOutput>(r#"{"tag":"None"}"#);
    round::<AskHumanOutput>(r#"{"acknowledged":true}"#);
    round::<WriteSoilInput>(
        r#"{"soil":"f : I64\nf = 1\n","decisions_applied":[{"scope":{"tag":"Module"},"label":"cell-errors"}]}"#,
    );
    round::<TrellisVersion>(r#"{"trellis":"0.1.0","daemon_contract":1}"#);
}

#[test]
fn the_registry_reads_as_its_own_document() {
    let text = trellis::contract::sources().files["registry/diagnostics.json"].clone();
    let registry: Registry = from_json(&text).expect("fits");
    let live = registry.codes.iter().filter(|entry| entry.retired.is_none()).count();
    assert_eq!(live, trellis::contract::Code::ALL.len());
}

#[test]
fn what_agents_write_is_read_leniently_and_written_strictly() {
    let bare = r#"{"kind":"Rule","question":"which unit?"}"#;
    let read: AskHumanInput = from_json(bare).expect("fits");
    assert_eq!(
        to_json(&read),
        r#"{"kind":{"tag":"Rule"},"question":"which unit?","hole":{"tag":"None"}}"#
    );
    let read: DecisionRef = from_json(r#"{"scope":"Project","label":"units"}"#).expect("fits");
    assert_eq!(to_json(&read), r#"{"scope":{"tag":"Project"},"label":"units"}"#);
}

#[test]
fn what_is_not_the_document_is_refused() {
    refuses::<ProgramFile>(
        r#"{"types":"e","defs":[],"x":1}"#,
        "unknown key `x`, expected `types` or `defs`",
    );
    refuses::<ProgramFile>(r#"{"types":"e"}"#, "key `defs` is missing");
    refuses::<ProgramFile>(
        r#"{"types":"e","defs":[],"defs":[]}"#,
        "key `defs` twice in one object",
    );
    refuses::<ProgramFile>(
        r#"{"types":"e","defs":["a",2]}"#,
        "at `defs[1]`: found a number, expected a string",
    );
    refuses::<Expectation>(
        r#"{"tag":"Panic","value":null}"#,
        "at `value`: tag `Panic` carries no value",
    );
    refuses::<Expectation>(r#"{"tag":"Value"}"#, "tag `Value` needs a value");
    refuses::<Expectation>(
        r#"{"tag":"Valu","value":1}"#,
        "unknown `Valu`, expected `Panic` or `Value`",
    );
    refuses::<Expectation>(r#""Panic""#, "found a string, expected an object");
    refuses::<SoilVersion>(
        r#"{"soil0_cli":1.0,"soil0":""}"#,
        "at `soil0_cli`: found a number `1.0`, expected a whole number of type u64",
    );
    refuses::<TestBundle>(
        r#"{"program":"p","cases":[{"name":"a","def":"f","binds":[],"args":[{"tag":"Binding","value":{"nam":"c"}}],"expect":{"tag":"Panic"},"xfail":false}]}"#,
        "at `cases[0].args[0].value`: unknown key `nam`, expected `name`",
    );
    refuses::<CaseVerdict>(
        r#""passed""#,
        "unknown `passed`, expected `pass`, `fail`, `xfail` or `xpass`",
    );
    refuses::<WriteSoilInput>(r#"{"soil":"x"}"#, "key `decisions_applied` is missing");
}

#[test]
fn the_value_may_stand_before_its_tag() {
    let read: TestArg = from_json(r#"{"value":{"name":"c"},"tag":"Binding"}"#).expect("fits");
    assert_eq!(to_json(&read), r#"{"tag":"Binding","value":{"name":"c"}}"#);
}

#[test]
fn strings_escape_as_the_contract_says() {
    let text = "\"\\\u{8}\u{c}\n\r\t\u{1}\u{1f}/\u{7f}\u{2028}é".to_string();
    let json = to_json(&text);
    assert_eq!(json, "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f/\u{7f}\u{2028}é\"");
    assert_eq!(from_json::<String>(&json).as_ref(), Ok(&text));
}

#[test]
fn documents_travel_through_serde() {
    let report: TestReport = serde_json::from_str(r#"{"cases":[]}"#).expect("fits");
    assert_eq!(serde_json::to_string(&report).expect("writes"), r#"{"cases":[]}"#);
    let value = serde_json::to_value(&report).expect("writes");
    assert_eq!(serde_json::from_value::<TestReport>(value).expect("fits"), report);
}

#[test]
fn a_lock_reads_and_writes_its_example() {
    let pretty = include_str!("../../corpus/contract/clamp.lock.json");
    let lock: FunctionLock = from_json(pretty).expect("fits");
    let compact: String = pretty.lines().map(str::trim).collect();
    let compact = compact.replace("\": ", "\":").replace("{ ", "{").replace(" }", "}");
    assert_eq!(to_json(&lock), compact.replace(", \"", ",\""));
}
