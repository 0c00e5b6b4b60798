import Composition
import Console
import FeatureFlags
import Foundation
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// What the README of a feature says it asks for and offers is what its code does.
struct FeatureReadmeTests {
  private static let features: [(name: String, feature: Feature)] = [
    ("Auth", .auth), ("Onboarding", .onboarding), ("SignedIn", .signedIn), ("Sharing", .sharing),
    ("Driving", .driving),
  ]

  @Test func `Each package that is a scope of the program is compared`() throws {
    // One that was begun just now is not written down yet.
    #expect(Set(Self.features.map(\.name)).isSubset(of: try ProofSources.scopePackages()))
    #expect(Self.features.count >= 5)
  }

  @Test(arguments: features.indices)
  func `A README names what its feature asks for and offers`(index: Int) throws {
    let (name, feature) = Self.features[index]
    let machine = try TestMachine()
    let container = try source(of: name, "\(name)Container")
    let asked = container.section(from: "public protocol \(name)Dependencies", to: "\n}\n")
      .names(after: /(?:var|func) (\w+)/)
    let offered = container.section(from: "public struct \(name)Container", to: nil)
      .names(after: /public (?:var|let|func) (\w+)/)
    let commands = commands(of: feature, on: machine)
    // What explains a command or a flag may name its parts.
    let known = Set(Self.features.flatMap { Self.flags(of: $0.feature) })
      .union(Self.features.flatMap { self.commands(of: $0.feature, on: machine) })

    #expect(try documented(name, "Asks") == asked)
    #expect(try documented(name, "Offers") == offered)
    #expect(try documented(name, "Commands").intersection(known) == commands)
    #expect(try documented(name, "Flags").intersection(known) == Self.flags(of: feature))
    #expect(try documented(name, "Links") == Set(feature.links.map(\.pattern)))
    #expect(try readme(of: name).contains("- **Proven** by [\(name)ScopeTests]"))
  }

  private func commands(of feature: Feature, on machine: TestMachine) -> Set<String> {
    Set(feature.commands(machine.dependency(ScriptedTerminal(.terminal()))).map(\.name))
  }

  private static func flags(of feature: Feature) -> Set<String> {
    Set(feature.flags?.substitutions.map(\.flag) ?? [])
  }

  /// The names in backticks of a point, without those of types.
  private func documented(_ package: String, _ point: String) throws -> Set<String> {
    let text = try readme(of: package).section(from: "- **\(point)**", to: "\n- **")
    return text.names(after: /`([a-z][\w:\/<>-]*)(?:\([\w:]*\))?`/)
  }

  private func readme(of package: String) throws -> String {
    try text(of: "Packages/\(package)/README.md")
  }

  private func source(of package: String, _ file: String) throws -> String {
    try text(of: "Packages/\(package)/Sources/\(package)/\(file).swift")
  }

  private func text(of path: String) throws -> String {
    try String(contentsOfFile: "\(ProofSources.repository)/\(path)", encoding: .utf8)
  }

  @Test(arguments: [
    ("README.md", "## The scopes", "\n## "),
    (".github/ARCHITECTURE.md", "      Auth/", "\n3. "),
  ])
  func `The lists of features in other documents have all`(
    path: String, start: String, end: String
  ) throws {
    let list = try text(of: path).section(from: start, to: end)
    for (name, _) in Self.features {
      #expect(list.contains(name), "\(path) leaves out \(name) below '\(start)'.")
    }
  }
}

extension String {
  /// The text from a beginning to the next end, or to its own.
  fileprivate func section(from start: String, to end: String?) -> String {
    guard let range = firstRange(of: start) else { return "" }
    let rest = self[range.lowerBound...]
    return String(
      end.flatMap { rest.dropFirst().firstRange(of: $0) }.map { rest[..<$0.lowerBound] } ?? rest)
  }

  fileprivate func names(after pattern: Regex<(Substring, Substring)>) -> Set<String> {
    Set(matches(of: pattern).map { String($0.output.1) })
  }
}
