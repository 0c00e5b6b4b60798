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
  /// `nil` where `mono new feature` is not set up.
  var features: FeatureSettings?
  /// The lines of the file, and those of the values in it.
  var text: [Substring] = []
  var lines = JSON.Lines()

  /// The documents whose picture has to be true.
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
  static let standard: JSON = [
    "rules": [
      [
        "name": "acyclic", "kind": "acyclic",
        "reason": "Targets that need each other can only be built and changed together.",
      ],
      [
        "name": "undeclared-import", "kind": "undeclared-imports",
        "reason": "Such an import builds only where something else has built the module before.",
      ],
      [
        "name": "unused-dependency", "kind": "unused-dependencies",
        "reason": "A declared dependency that nothing imports makes changes there rebuild this.",
      ],
    ]
  ]

  /// Every name that no target or package has, with its line, and the rule or list that has it.
  func unknownNames(
    in workspace: Workspace
  ) -> [(name: String, line: Int, owner: String, reason: String)] {
    let lists =
      rules.enumerated().map { ("/rules/\($0)", $1.selectors, $1.name, $1.reason) }
      + inputs.enumerated().map { ("/inputs/\($0)", $1.affects, "inputs", $1.reason) }
      + [("/emptyTests", emptyTests, "emptyTests", "It excuses nothing.")]
    return lists.flatMap { place, names, owner, reason in
      names.filter { workspace.targets([$0]).isEmpty }
        .map { ($0.text, line(of: $0.text, at: place), owner, reason) }
    }
  }

  /// Refuses an input for a target that does not exist: its files would select nothing.
  func requireKnownTargets(in workspace: Workspace) throws {
    guard let unknown = unknownNames(in: workspace).first(where: { $0.owner == "inputs" }) else {
      return
    }
    throw MonoError.usage(
      "\(path ?? ""):\(unknown.line): '\(unknown.name)' describes no target or package.",
      hint: "Correct the name: without it a changed file would select no test.")
  }
}

/// One demand.
struct Rule: Sendable, Decodable {
  enum Kind: String, CaseIterable, Sendable, Decodable {
    case forbidden, allowed, independent, layers, exhaustive, acyclic
    case undeclaredImports = "undeclared-imports"
    case unusedDependencies = "unused-dependencies"
    case forbiddenCode = "forbidden-code"
    case mentioned, language, pictures
  }

  let name: String
  let kind: Kind
  /// Why the rule exists; shown with every finding.
  let reason: String
  // What a kind does not have is empty; see `keys`.
  var from, to, members, among, except: [Selector]
  /// Upper layers come first.
  var layers: [[Selector]]
  let documents, files, declarations, uses, attributes, unless: [Glob]
  /// The types and functions that may make constants.
  let values: [String]
  /// A word in the comment directly above that allows it.
  let comment: String?
  /// What to write in the place of texts that a pattern means.
  let instead: [String: String]
  /// How a declaration may be mentioned, each with `{name}`.
  let mention: [String]
  let toolsVersion: String
  let upcomingFeatures: [String]

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
  let folder, templates, compositionRoot, rootTarget, container: String
  let openers: [String: [String: String]]
  let edits: [Edit]
  let next: [String]

  /// A text that goes behind another one, which stands in the file exactly once.
  struct Edit: Sendable, Decodable {
    let file, after, add: String
  }
}
