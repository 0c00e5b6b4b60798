import Basics

/// A repository's demands of its packages; the only place that knows their names.
package struct RulesFile: Sendable {
  /// Where it was read from, relative to the root; `nil` for the default rules.
  package var path: String?
  package var inputs: [InputMapping] = []
  /// Folders of packages whose manifests look at files outside them that never change.
  package var stableManifests: [Glob] = []
  /// Test targets that may be without a test.
  package var emptyTests: [Selector] = []
  package var rules: [Rule] = []
  /// How a new feature package is made.
  package var features = FeatureSettings()
  /// The lines of the file, and those of the values in it.
  var text: [Substring] = []
  var lines = JSON.Lines()

  /// The documents whose pictures have to be true.
  package var documents: [String] {
    rules.filter { $0.kind == .pictures }.flatMap(\.documents).map(\.pattern)
  }

  /// The line of a text, at a JSON pointer or behind it.
  func line(of text: String, at place: String) -> Int {
    let start = lines.line(of: place)
    return (self.text.dropFirst(start - 1).firstIndex { $0.contains("\"\(text)\"") } ?? start - 1)
      + 1
  }

  /// Without a file: what holds in every repository.
  package static let standard = RulesFile(rules: [
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
}

/// One demand.
package struct Rule: Sendable, Decodable {
  /// What each means stands in RULES.md.
  package enum Kind: String, CaseIterable, Sendable, Decodable {
    case forbidden, allowed, independent, layers, exhaustive, acyclic
    case undeclaredImports = "undeclared-imports"
    case unusedDependencies = "unused-dependencies"
    case forbiddenCode = "forbidden-code"
    case mentioned
    case askedOnce = "asked-once"
    case language, articles, pictures
  }

  package let name: String
  package let kind: Kind
  /// Why the rule exists; shown with every finding.
  package let reason: String
  // What a kind does not have is empty; see `keys`.
  var from: [Selector] = []
  var to: [Selector] = []
  var members: [Selector] = []
  /// Upper layers come first.
  var layers: [[Selector]] = []
  var among: [Selector] = []
  var except: [Selector] = []
  var documents: [Glob] = []
  /// Files that count: sources with forbidden code, or where something has to be mentioned.
  var files: [Glob] = []
  var declarations: [Glob] = []
  var uses: [Glob] = []
  var attributes: [Glob] = []
  var casts: [Glob] = []
  /// Texts that are allowed although a pattern means them; `{package}` stands for its name.
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
  var placed: [Selector] {
    (kind == .allowed ? from : []) + members + layers.flatMap(\.self)
  }
}

/// Files outside every target and what they can affect.
package struct InputMapping: Sendable, Decodable {
  package let paths: [Glob]
  package internal(set) var affects: [Selector]
  package let reason: String
}

/// How a new feature package is made, and where it is entered; see RULES.md.
package struct FeatureSettings: Sendable, Decodable {
  package var folder = "Packages"
  package var compositionRoot: String?
  package var container = "AppContainer"
  package var rootTarget: String?
  package var templates: String?
  package var openers: [String: [String: String]] = [:]
  package var edits: [Edit] = []
  package var next: [String] = []

  /// A text that goes behind another one, which stands in the file exactly once.
  package struct Edit: Sendable, Decodable {
    package let file, after, add: String
  }
}
