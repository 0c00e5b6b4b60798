import Testing

@testable import mono

/// Whatever the layout, what a rule about code forbids is found, and nothing else.
struct CodeRuleTests {
  private static let globals = """
    "declarations": ["global var *", "static var *", "global let * = *", "static let * = *"],
    "attributes": ["@TaskLocal", "nonisolated(unsafe)"], "values": ["Money"]
    """
  private static let outside = """
    "uses": ["Task.sleep(*)", "Date()", "Date.now", ".now", "*.random(*)", "ProcessInfo*", "Clock(*)"]
    """
  private static let parents = """
    "declarations": ["member var *", "member let *RideContainer*", "extension *Dependencies"]
    """

  @Test(arguments: [
    (globals, "@MainActor\nvar x = 1", ["2 global var x"]),
    (globals, "private weak var x: A?", ["1 global var x: A?"]),
    (globals, "enum A { static let cache = Mutex(0) }", ["1 static let cache = Mutex"]),
    (
      globals, "extension A {\n  @MainActor\n  public\n  static\n  var\n  x: [\n  Int] = []\n}",
      ["6 static var x: [ Int]"]
    ),
    (
      globals, "#if os(Linux)\nvar a, b: Int\n#endif",
      ["2 global var a: Int", "2 global var b: Int"]
    ),
    (
      globals, "class A { class var x: Int { 1 }\n  static var y = 1 { didSet {} } }",
      ["2 static var y"]
    ),
    (
      globals, "lazy var x = 1; let y: Mutex<Int> = .init(0)",
      ["1 global var x", "1 global let y: Mutex<Int> = .init"]
    ),
    (globals, "let x = try! { 1 }()", ["1 global let x = { 1 }"]),
    (
      globals, "let shared = makeStore()\nlet other = Store.live()",
      ["1 global let shared = makeStore", "2 global let other = Store.live"]
    ),
    (globals, "enum A { @TaskLocal static var x = 1 }", ["1 @TaskLocal", "1 static var x"]),
    (globals, "nonisolated(unsafe) let x = 1", ["1 nonisolated(unsafe)"]),
    (
      globals,
      """
      let x = 1, y = "a", z = [1], price = Money(1), other: Money = .init(2), third = Money.of(3)
      var computed: Int { var local = 1; return local }
      struct A { var member = Mutex(0); static var computed: Int { 1 } }
      func f() { let local = Mutex(0); enum B { case a }; var x = 1 }
      // var comment = 1
      protocol P { static var x: Int { get set } }
      """, []
    ),
    (
      outside, "func f() async throws { try await Task\n    .sleep(for: .seconds(1)) }",
      ["2 Task.sleep(for:)"]
    ),
    (outside, "try await Task<Never, Never>.sleep(nanoseconds: 1)", ["1 Task.sleep(nanoseconds:)"]),
    (outside, "let x = Date\n  .now\n  .description", ["2 Date.now"]),
    (outside, "let x: Date = .now", ["1 .now"]),
    (outside, "f(Date(), Foundation.Date.init())", ["1 Date()", "1 Foundation.Date()"]),
    (
      outside, "let x = Int.random(in: 1...2) + .random(in: 1...2)",
      ["1 Int.random(in:)", "1 .random(in:)"]
    ),
    (
      outside, "let x = \"\\(ProcessInfo.processInfo.id)\"",
      ["1 ProcessInfo", "1 ProcessInfo.processInfo", "1 ProcessInfo.processInfo.id"]
    ),
    (outside, "a.map(Clock.init)", ["1 Clock(_:)"]),
    (
      outside,
      """
      // Task.sleep(for: x), Date()
      let x = "Date.now", y = clock.now, z = Date(timeIntervalSince1970: 0), sleep = clock.sleep(for: x)
      """, []
    ),
    (parents, "struct A {\n  private\n  weak var x: A? }", ["3 member var x: A?"]),
    (
      parents, "struct A { let x: any B = RideContainer<C>() }",
      ["1 member let x: any B = RideContainer<C>"]
    ),
    (
      parents, "extension RideContainer: RideDependencies {}\npublic extension RideDependencies {}",
      ["2 extension RideDependencies"]
    ),
    (
      globals,
      "let x = { let y = Mutex(0) }\nif x { let z = Mutex(0) }\nswitch x { case _: let a = f() }",
      []
    ),
  ])
  func `Code is found in every layout`(rule: String, source: String, expected: [String]) throws {
    let folder = try CheckFixture.make()
    try folder.write(source, to: "Packages/Red/Sources/Red/Own.swift")
    try folder.write(
      """
      { "rules": [{ "name": "n", "kind": "forbidden-code", "among": ["Red/Red"], "reason": "r",
        "files": ["**/Own.swift"], "instead": { "*": "i" }, \(rule) }] }
      """, to: "mono.rules.json")

    let findings = try CheckFixture.findings(in: folder)

    #expect(findings.map { "\($0.line) \($0.to)" }.sorted() == expected.sorted())
  }

  @Test func `What is nested too deeply to be read is no proof`() throws {
    let source = String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)
    let folder = try CheckFixture.make()
    try folder.write("let a = \(source)", to: "Packages/Red/Sources/Red/RedDeep.swift")

    #expect(try CheckFixture.findings(in: folder).map(\.rule) == ["no-globals"])
  }
}
