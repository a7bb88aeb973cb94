//! Specification files: golden hashes, the corpus of faults, and what holds for any bytes.

use proptest::prelude::*;
use trellis::contract::Diagnostic;
use trellis::spec::digest::Digest;
use trellis::spec::{self, Spec, Surroundings, scope_hash};

use crate::corpus;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/root/demo");

fn demo(file: &str) -> Spec {
    let bytes = std::fs::read(format!("{ROOT}/{file}")).expect("the demo root");
    let around = Surroundings { root_name: Some("demo"), tags: None };
    let parsed = spec::parse(file, &bytes, around);
    assert_eq!(parsed.diagnostics, [], "{file}");
    parsed.spec.expect("no fault")
}

fn hex(digest: Digest) -> String {
    digest.to_string().replace("sha256:", "")
}

#[test]
fn digests_frame_their_parts() {
    let golden = [
        (&["ab", "c"][..], "43ee655579de01ca739b3f95c1c2d3f46d353b2c0df818064ea594506cdb2617"),
        (&["a", "bc"][..], "9a8acca1b6c6c0befd3fbc756aed625da998c998f7252e738c4ef061906b9b21"),
        (&[""][..], "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc"),
    ];
    for (parts, expected) in golden {
        assert_eq!(hex(Digest::of(parts)), expected, "{parts:?}");
    }
    assert_eq!(scope_hash([]), Digest::of([""]));
}

#[test]
fn three_part_hashes_are_golden() {
    let golden = [
        (
            "textkit/clamp.tr",
            "a79caecac4efedf74b96360db77cc6c1bde7a07e5831103e016d6d1a55776b32",
            Some("85a266c7d76b448b96af9c9878e3c6c373aaef33b3120a2534a5909d35d79e12"),
            "c9b95c60542ad3efcfb03982bc8465b7f5722ade17582c7b3d49cfe0bb38a9a1",
        ),
        (
            "textkit/_module.tr",
            "51cd0707c9b15737ba4fba224ef10884cd6f7f35cce7723968913c3d8c5c6691",
            None,
            "8f3f80c325abcf221fe514d95e0f108600381a94f6ae6bd76ed203ab7650a1f5",
        ),
        (
            "_project.tr",
            "aa5bf35cc35663cbca4af78d2e963a5bb3d9b1a82684b22c10ab5e6ed46ad950",
            None,
            "a14eb667cba364852bf2b53099b30f03e925a402d67299e3b54e5abcf513b5af",
        ),
        (
            "textkit/kv_error.tr",
            "850f5805de315e93cc1fecb7994333a9947e1d6fbdc754777e91dd88ee54f36a",
            None,
            "4ead062ad40f20d2272abba65444ab3fb8ca99697a65118cb68904fae70619fd",
        ),
        (
            "textkit/kv_pair.tr",
            "bdd316fa82b80f9b441f1097d3f22e52e74dff88cad931c6c6b285da95be3f3b",
            None,
            "dd06026305df64ce13ae8f145787b14d4e7f1222f2e712266582e2c85af9f4ec",
        ),
    ];
    for (file, formal, test, prose) in golden {
        let hashes = demo(file).hashes;
        assert_eq!(hex(hashes.formal), formal, "formal of {file}");
        assert_eq!(hashes.test.map(hex).as_deref(), test, "test of {file}");
        assert_eq!(hex(hashes.prose), prose, "prose of {file}");
    }
}

#[test]
fn decision_hashes_are_golden() {
    let module = demo("textkit/_module.tr");
    let project = demo("_project.tr");
    let golden = [
        (&module, "separator", "be5d6b8bd65b6affff22b4db42ea788795a11ea4e0b08d35a08e4b6551843adf"),
        (&module, "casing", "555788cfabf66fc9e1314a5412ca41d6c7f977e4c1a69818f0745e3ad0abca90"),
        (&project, "results", "49c7b0b570fd10fb850514ef69b148a86dfc8224b7003b81d8547fe0e80a58f0"),
    ];
    for (spec, label, expected) in golden {
        let entry = spec.decisions().iter().find(|entry| entry.label == label);
        assert_eq!(hex(entry.expect(label).hash), expected, "{label}");
    }
    assert_eq!(
        hex(scope_hash(["results", "separator", "casing"])),
        "4e7fc3cc5c1d2fc91f10f78f6c029cd93d31fc07f648386aec834b5a088a5595"
    );
    assert_eq!(
        hex(scope_hash(["results"])),
        "49e41a41edf6b6220ed98a9443f32c7c72a4ba6db92303990eb2cded3ec84a54"
    );
}

#[test]
fn corpus_of_specifications() {
    corpus::check("spec", "tr", |case| {
        let tags = [trellis::soil::Name::new("math")].into_iter().collect();
        let around = Surroundings { root_name: Some("demo"), tags: Some(&tags) };
        let bytes = std::fs::read(&case.path).expect("a readable case");
        let file = case.name.split_once('/').map(|x| x.1).expect("err/ or ok/").to_owned() + ".tr";
        let parsed = spec::parse(&file, &bytes, around);
        let is_ok = case.name.starts_with("ok/");
        assert_eq!(is_ok, parsed.diagnostics.is_empty(), "{}: {:?}", case.name, parsed.diagnostics);
        match parsed.spec {
            Some(spec) if is_ok => outline(&spec),
            _ => parsed.diagnostics.iter().map(line).collect(),
        }
    });
}

fn line(fault: &Diagnostic) -> String {
    let at = fault.span.map_or("-".to_owned(), |span| {
        format!("{}:{} [{}..{}]", span.line, span.col, span.start, span.end)
    });
    let mut text = format!("{} {at} {}\n", fault.code, fault.message);
    for note in &fault.notes {
        text.push_str(&format!("  note: {}\n", note.message));
    }
    text
}

/// What a reader of a specification can rely on, in words.
fn outline(spec: &Spec) -> String {
    use trellis::spec::Payload;
    let mut text = format!("{} {}\n", spec.kind.word(), spec.name);
    for block in &spec.blocks {
        text.push_str(&format!("{} ({})\n", block.info, block.info.id()));
        let lines: Vec<String> = match &block.payload {
            Payload::Signature(sig) => {
                vec![format!("{} params {:?}", spec.text(sig.span), sig.param_names())]
            }
            Payload::Clauses(clauses) => clauses
                .iter()
                .map(|c| format!("{:?}: {:?} = {:?}", c.label, c.text, spec.text(c.predicate.span)))
                .collect(),
            Payload::Allow(hatches) => hatches.iter().map(|hatch| hatch.word().into()).collect(),
            Payload::Test(test) => {
                let binds = test.binds.iter().map(|bind| {
                    let args: Vec<&str> =
                        bind.args.iter().map(|json| spec.text(json.span)).collect();
                    format!("with {} = {} {args:?}", bind.name, bind.ctor)
                });
                let cases = test.cases.iter().map(|case| {
                    format!("{:?}", {
                        use trellis::spec::{Arg, Expect};
                        let args: Vec<String> = case
                            .args
                            .iter()
                            .map(|arg| match arg {
                                Arg::Json(json) => json.text.clone(),
                                Arg::Binding { name, .. } => format!("<{name}>"),
                            })
                            .collect();
                        let expect = match &case.expect {
                            Expect::Value(json) => json.text.clone(),
                            Expect::Panic(_) => "<panic>".to_owned(),
                        };
                        (args, expect)
                    })
                });
                binds.chain(cases).collect()
            }
            Payload::Property(property) => property
                .binders
                .iter()
                .map(|b| {
                    let filter = b.filter.as_ref().map(|filter| spec.text(filter.span));
                    format!("{} : {} where {filter:?}", b.name, spec.text(b.ty_span))
                })
                .chain([property.text.clone()])
                .collect(),
            Payload::Cram(cram) => {
                let files = cram.fixtures.iter().map(|f| format!("{:?} = {:?}", f.path, f.content));
                let steps = cram
                    .steps
                    .iter()
                    .map(|s| format!("$ {:?} => {:?} [{}]", s.command, s.output, s.status));
                files.chain(steps).collect()
            }
            Payload::Reference(reference) => vec![reference.line()],
            Payload::Type(decl) => vec![format!("{} {:?}", decl.name.name, decl.params.len())],
            Payload::Exports(exports) => {
                exports.iter().map(|e| format!("{:?} {}", e.what, e.name)).collect()
            }
            Payload::Decisions(entries) => entries
                .iter()
                .map(|e| format!("{:?}: {:?} rejected {:?}", e.label, e.text, e.rejected))
                .collect(),
        };
        for line in lines {
            text.push_str(&format!("  {line}\n"));
        }
    }
    let spans: Vec<&str> = spec.code_spans.iter().map(|(text, _)| text.as_str()).collect();
    text.push_str(&format!("code spans {spans:?}\n"));
    text
}

fn around() -> Surroundings<'static> {
    Surroundings { root_name: Some("demo"), tags: None }
}

/// Frontmatter, prose and blocks follow each other and cover the file.
fn assert_partition(spec: &Spec) {
    let frontmatter = 0..spec.frontmatter as usize;
    let mut parts = std::iter::once(frontmatter).chain(spec.prose()).collect::<Vec<_>>();
    parts.extend(spec.blocks.iter().map(|b| b.span.start as usize..b.span.end as usize));
    parts.sort_by_key(|part| (part.start, part.end));
    let mut at = 0;
    for part in parts {
        assert_eq!(part.start, at, "a gap or an overlap");
        at = part.end;
    }
    assert_eq!(at, spec.source.text().len());
}

fn assert_inside(parsed: &spec::Parsed, length: usize) {
    for fault in &parsed.diagnostics {
        let span = fault.span.expect("every fault has a place");
        assert!(span.start <= span.end && span.end <= length as u64, "{fault:?}");
    }
}

/// Lines that specifications are made of, so that random files reach deep.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "---\n",
        "name: f\n",
        "tags: [a]\n",
        "\n",
        "Words `f`.\n",
        "# head\n",
        "```test a\n",
        "```\n",
        "(1) => 2\n",
        "```soil-sig\nf : (x : I64) -> I64\n```\n",
        "```requires\n",
        "p: x > 0\n",
        "~~~property q @agent\n",
        "~~~\n",
        "forall x : I64\n",
        "x == x\n",
        "```cram c xfail\n",
        "$ ls\n",
        "[1]\n",
        "- item\n",
        "> quote\n",
        "    code\n",
        "`",
        "```exports\n",
        "```decisions\na: b\n  rejected: c\n```\n",
        "\u{1f980}",
        "\r",
        "\0",
        "```soil-type\ntype F = | A | B { x : I64 }\n```\n",
        "````",
        "<div>\n",
        "|\"\\",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let parsed = spec::parse("a/f.tr", &bytes, around());
        prop_assert!(parsed.spec.is_some() || !parsed.diagnostics.is_empty());
        assert_inside(&parsed, bytes.len());
    }

    #[test]
    fn any_pieces_give_an_answer(body in pieces(), has_front in prop::bool::weighted(0.8)) {
        let text = if has_front { format!("---\nname: f\n---\n{body}") } else { body };
        let parsed = spec::parse("a/f.tr", text.as_bytes(), around());
        prop_assert!(parsed.spec.is_some() || !parsed.diagnostics.is_empty());
        assert_inside(&parsed, text.len());
        if let Some(spec) = &parsed.spec {
            assert_partition(spec);
        }
        let again = spec::parse("a/f.tr", text.as_bytes(), around());
        prop_assert_eq!(again.diagnostics, parsed.diagnostics);
    }
}

#[test]
fn spans_partition_real_files() {
    for file in ["textkit/clamp.tr", "textkit/_module.tr", "_project.tr", "textkit/kv_error.tr"] {
        assert_partition(&demo(file));
    }
}
