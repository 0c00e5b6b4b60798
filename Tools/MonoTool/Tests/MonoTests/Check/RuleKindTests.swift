import Testing

@testable import mono

/// The kinds of rules that the repository of the other tests does not have.
struct RuleKindTests {
  private static let own = "Packages/Red/Sources/Red/Own.swift"

  @Test(arguments: [
    ("// Proof: one thread alone.\nextension A: @unchecked Sendable {}", []),
    ("/// Text.\n/// Proof: constant.\nnonisolated(unsafe) let a = 1", []),
    ("// Proof: too far.\n\nextension A: @unchecked Sendable {}", ["3 @unchecked"]),
    ("// It is safe.\nnonisolated(unsafe) let a = 1", ["2 nonisolated(unsafe)"]),
    (
      "// Proof: A.\nclass A: @unchecked Sendable {\n  class B: @unchecked Sendable {}\n}",
      ["3 @unchecked"]
    ),
  ])
  func `What is not checked has a proof directly above`(source: String, found: [String]) throws {
    let rule =
      #""kind": "forbidden-code", "among": ["Red"], "comment": "Proof:","#
      + #""attributes": ["@unchecked", "nonisolated(unsafe)"], "instead": {"*": "prove {name}"}"#

    let findings = try findings(rule, [Self.own: source])

    #expect(findings.map { "\($0.line) \($0.to)" } == found)
  }

  @Test(arguments: [
    ("public protocol RedDependencies {}; public struct RedContainer {}", []),
    ("public final class OtherContainer {}", ["public class OtherContainer"]),
    ("public extension RedContainer {}", ["public extension RedContainer"]),
    (
      "public typealias MoreContainer = Int; struct InnerContainer {}",
      ["public typealias MoreContainer"]
    ),
  ])
  func `The package's own name is allowed`(source: String, found: [String]) throws {
    let rule =
      #""kind": "forbidden-code", "among": ["Red"], "instead": {"*": "no {package}"},"#
      + #""declarations": ["public extension *", "public *Container", "public protocol *"],"#
      + #""unless": ["public struct {package}Container", "public protocol {package}*"]"#

    let findings = try findings(rule, [Self.own: source])

    #expect(findings.map(\.to) == found)
    #expect(findings.allSatisfy { $0.remedy == "Replace '\($0.to)' in \(Self.own): no Red" })
  }

  @Test func `The most exact advice is given`() throws {
    let rule =
      #""kind": "forbidden-code", "among": ["Red"], "uses": ["Date*", "UUID()"],"#
      + #""instead": {"*": "ask", "Date*": "use the clock"}"#

    let findings = try findings(rule, [Self.own: "let a = Date()\nlet b = UUID()\n"])

    #expect(findings.map { $0.remedy.split(separator: ": ").last } == ["use the clock", "ask"])
  }

  @Test(arguments: [
    ("extension AContainer { func makeA() {}; private func makeB() {}; func useC() {} }", []),
    ("extension AContainer { func makeD() {} }", ["makeD"]),
    ("extension AContainer { func makeA() { func makeE() {} } }\nstruct B { func f() {} }", []),
  ])
  func `A maker is named in a test`(source: String, found: [String]) throws {
    let rule =
      #""kind": "mentioned", "among": ["Red"], "declarations": ["func *.make*"],"#
      + #""files": ["**/Tests/**"], "mention": ["\"{name}\""], "instead": {"*": "Add {name}."}"#
    let test = "Packages/Red/Tests/RedTests/Makers.swift"

    let findings = try findings(rule, [Self.own: source, test: "let all = [\"makeA\"]"])

    #expect(findings.map(\.to) == found)
    #expect(findings.allSatisfy { $0.remedy.hasSuffix("Add \($0.to).") })
  }

  @Test(arguments: [
    ("enableUpcomingFeature(\"ExistentialAny\")", "enableUpcomingFeature(\"Other\")"),
    ("[.enableUpcoming", "[.defaultIsolation(MainActor.self), .enableUpcoming"),
    ("[.enableUpcoming", "[.unsafeFlags([\"-swift-version\", \"5\"]), .enableUpcoming"),
    ("swift-tools-version: 6.3", "swift-tools-version: 6.0"),
  ])
  func `A manifest with another language is found`(before: String, after: String) throws {
    let rule = #""kind": "language", "toolsVersion": "6.3", "upcomingFeatures": ["ExistentialAny"]"#
    let file = "Packages/Base/Package.swift"
    let manifest = try #require(CheckFixture.files.first { $0.0 == file }?.1)
    #expect(try findings(rule, [:]) == [])

    let findings = try findings(rule, [file: manifest.replacing(before, with: after)])

    #expect(findings.map(\.file) == [file])
  }

  private func findings(_ rule: String, _ files: [String: String]) throws -> [Finding] {
    let folder = try CheckFixture.make()
    for (path, text) in files { try folder.write(text, to: path) }
    try folder.write(
      #"{ "rules": [{ "name": "n", "reason": "r", \#(rule) }] }"#, to: "mono.rules.json")
    return try CheckFixture.findings(in: folder)
  }
}
