import Basics
import Testing

@testable import MonoCore

/// The published schema, the rules of this repository, and the reference say the same.
struct RulesSchemaTests {
  private let schema: JSON

  init() throws { schema = try JSON.parse(Array(RulesFile.schemaText.utf8)) }

  @Test func `The rules of this repository can be read`() throws {
    let rules = try RulesFile.load(root: Path.join(Self.package, "../.."))

    #expect(rules.path == "Tools/mono.rules.json" && !rules.rules.isEmpty)
  }

  @Test(arguments: [
    ("Packages/Cloud/Sources/Cloud", "@MainActor\nvar seen = 1"),
    ("Packages/Basics/Sources/Basics", "enum A {\n  static\n  var seen = 1 }"),
    ("Packages/Terminal/Sources/Terminal", "enum A { static let cache = Mutex(0) }"),
    ("Apps/koober-cloud", "private weak var seen: A?"),
    ("Packages/Sharing/Sources/Sharing", "let a = try await Task\n  .sleep(for: .seconds(1))"),
  ])
  func `The rules of this repository refuse state and time of the whole process`(
    folder: String, source: String
  ) throws {
    let rules = try RulesFile.load(root: Path.join(Self.package, "../.."))
    let module = Path.name(of: folder)
    let isApp = folder.hasPrefix("Apps")
    let place = try TemporaryFolder()
    let path = isApp ? "" : folder.split(separator: "/").prefix(2).joined(separator: "/")
    let kind = isApp ? "executableTarget" : "target"
    try place.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(isApp ? "Koober" : module)", targets: [.\(kind)(name: "\(module)", path: "Sources")])
      """, to: Path.join(path, "Package.swift"))
    try place.write(source, to: Path.join(path, "Sources/Own.swift"))

    let findings = try Checker(workspace: place.workspace(), rules: rules).findings()

    #expect(findings.contains { $0.file.hasSuffix("Own.swift") }, "\(findings.map(\.rule))")
  }

  @Test func `The schema and the reader know the same keys`() throws {
    func keys(_ schema: JSON?) -> Set<String> { Set((schema?["properties"]?.members ?? [:]).keys) }
    func all<Key: CodingKey & CaseIterable>(_: Key.Type) -> Set<String> {
      Set(Key.allCases.map(\.stringValue))
    }
    let parts = schema["$defs"]
    let features = parts?["features"]
    let properties = features?["properties"]

    #expect(keys(schema) == all(RulesFile.Key.self))
    #expect(keys(parts?["input"]) == all(InputMapping.Key.self))
    #expect(keys(features) == all(FeatureSettings.Key.self))
    #expect(keys(properties?["list"]) == all(FeatureSettings.FeatureList.Key.self))
  }

  @Test func `The schema and the reader know the same kinds of rules`() throws {
    let kinds = schema["$defs"]?["rule"]?["oneOf"]?.elements ?? []
    func names(_ keys: Set<Rule.Key>) -> Set<String> {
      Set(keys.union([.name, .kind, .reason]).map(\.rawValue))
    }

    #expect(kinds.count == Rule.keys.count)
    for kind in kinds {
      let properties = kind["properties"]?.members ?? [:]
      let word = try #require(Rule.Kind(rawValue: properties["kind"]?["const"]?.text ?? ""))
      let keys = try #require(Rule.keys[word])
      #expect(Set(properties.keys) == names(keys.needed.union(keys.possible)))
      #expect(Set(kind["required"]?.texts ?? []) == names(keys.needed))
    }
  }

  @Test func `The reference describes every key and every kind of rule`() throws {
    let page = try #require(Files.text(Path.join(Self.package, "RULES.md")))
    func keys(_ schema: JSON) -> [String] {
      let own = (schema["properties"]?.members ?? [:]).flatMap { key, value in
        [key] + (value["const"]?.text.map { [$0] } ?? []) + keys(value)
      }
      return own + (schema["oneOf"]?.elements ?? []).flatMap(keys)
        + (schema["items"].map(keys) ?? []) + (schema["$defs"]?.members ?? [:]).values.flatMap(keys)
    }

    let missing = Set(keys(schema)).filter { !page.contains("`\($0)`") }

    #expect(missing.sorted() == [])
  }

  private static let package = Path.join(Path.folder(of: #filePath), "../../..")
}

extension JSON {
  /// The members of an object by name, `nil` for another value.
  fileprivate var members: [String: JSON]? {
    object.map { Dictionary($0.members.map { ($0.name, $0.value) }) { $1 } }
  }
}
