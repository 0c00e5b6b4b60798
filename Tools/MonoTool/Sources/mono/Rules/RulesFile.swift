import Basics

/// A repository's demands of its packages; the only place that knows their names. RULES.md describes
/// every key.
struct RulesFile: Sendable {
  /// Where it was read from, relative to the root; `nil` for the default rules.
  var path: String?
  var inputs: [InputMapping] = []
  var stableManifests: [Glob] = []
  var emptyTests: [Selector] = []
  var rules: [Rule] = []
  var features = FeatureSettings()
  /// The lines of the file, and those of the values in it.
  var text: [Substring] = []
  var lines = JSON.Lines()

  /// The documents whose pictures have to be true.
  var documents: [String] {
    rules.filter { $0.kind == .pictures }.flatMap(\.documents).map(\.pattern)
  }

  /// The line of a text, at a JSON pointer or behind it.
  func line(of text: String, at place: String) -> Int {
    let start = lines.line(of: place)
    let found = self.text.dropFirst(start - 1).firstIndex { $0.contains("\"\(text)\"") }
    return found.map { $0 + 1 } ?? start
  }

  /// Without a file: what holds in every repository.
  static let standard = RulesFile(rules: [
    Rule(
      name: "acyclic", kind: .acyclic,
      reason: "Targets that need each other can only be built and changed together."),
    Rule(
      name: "undeclared-import", kind: .undeclaredImports,
      reason: "An import that the manifest does not declare builds only where something else"
        + " happened to build that module before."),
    Rule(
      name: "unused-dependency", kind: .unusedDependencies,
      reason: "A declared dependency that nothing imports makes every change there rebuild this."),
  ])

  /// Refuses an input for a target that does not exist: its files would select nothing.
  func requireKnownTargets(in workspace: Workspace) throws {
    for (index, input) in inputs.enumerated() {
      for selector in input.affects where workspace.targets([selector]).isEmpty {
        let line = line(of: selector.text, at: "/inputs/\(index)/affects")
        throw MonoError.usage(
          "\(path ?? ""):\(line): '\(selector.text)' describes no target or package.",
          hint: "Correct the name: without it a changed file would select no test.")
      }
    }
  }
}

/// One demand.
struct Rule: Sendable, Decodable {
  enum Kind: String, CaseIterable, Sendable, Decodable {
    case forbidden, allowed, independent, layers, exhaustive, acyclic
    case undeclaredImports = "undeclared-imports"
    case unusedDependencies = "unused-dependencies"
    case forbiddenCode = "forbidden-code"
    case mentioned
    case askedOnce = "asked-once"
    case language, articles, pictures
  }

  let name: String
  let kind: Kind
  /// Why the rule exists; shown with every finding.
  let reason: String
  // What a kind does not have is empty; see `keys`.
  var from: [Selector] = []
  var to: [Selector] = []
  var members: [Selector] = []
  /// Upper layers come first.
  var layers: [[Selector]] = []
  var among: [Selector] = []
  var except: [Selector] = []
  var documents: [Glob] = []
  var files: [Glob] = []
  var declarations: [Glob] = []
  var uses: [Glob] = []
  var attributes: [Glob] = []
  var casts: [Glob] = []
  var unless: [Glob] = []
  /// The types and functions that may make constants.
  var values: [String] = []
  /// A word in the comment directly above that allows it.
  var comment: String?
  /// What to write in the place of texts that a pattern means.
  var instead: [String: String] = [:]
  /// How a declaration may be mentioned, each with `{name}`.
  var mention: [String] = []
  var toolsVersion = ""
  var upcomingFeatures: [String] = []

  /// Every name and pattern in the rule.
  var selectors: [Selector] { from + to + members + layers.flatMap(\.self) + among + except }

  /// The names to which the rule gives a place among the others.
  var placed: [Selector] { (kind == .allowed ? from : []) + members + layers.flatMap(\.self) }
}

/// Files outside every target and what they can affect.
struct InputMapping: Sendable, Decodable {
  let paths: [Glob]
  var affects: [Selector]
  let reason: String
}

/// How a new feature package is made, and where it is entered.
struct FeatureSettings: Sendable, Decodable {
  var folder = "Packages"
  var compositionRoot: String?
  var container = "AppContainer"
  var rootTarget: String?
  var templates: String?
  var openers: [String: [String: String]] = [:]
  var edits: [Edit] = []
  var next: [String] = []

  /// A text that goes behind another one, which stands in the file exactly once.
  struct Edit: Sendable, Decodable {
    let file, after, add: String
  }
}
