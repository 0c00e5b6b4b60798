package import Basics

/// A repository's demands of its packages; the only place that knows their names.
package struct RulesFile: Sendable {
  /// Where it was read from, relative to the root; `nil` for the default rules.
  package var path: String?
  /// Folders whose packages do not belong to the repository.
  package var excluded: [Glob] = []
  package var inputs: [InputMapping] = []
  /// Folders of packages whose manifests look at files outside them that never change.
  package var stableManifests: [Glob] = []
  /// Test targets that may be without a test.
  package var emptyTests: [Selector] = []
  package var rules: [Rule] = []
  /// How a new feature package is made.
  package var features = FeatureSettings()
  /// The lines of everything in the file.
  package var lines = JSON.Lines()

  /// The documents whose pictures have to be true.
  package var documents: [String] {
    rules.filter { $0.kind == .pictures }.flatMap(\.documents).map(\.pattern)
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
package struct Rule: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// No path leads from the first targets to the second ones.
    case forbidden
    /// The first targets depend directly on the second ones, and on their own package, only.
    case allowed
    /// No path leads from one member to another.
    case independent
    /// No path leads from a lower layer to a higher one.
    case layers
    /// Rules that give a target its place name each of these targets, unless it is a test.
    case exhaustive
    case acyclic
    case undeclaredImports = "undeclared-imports"
    case unusedDependencies = "unused-dependencies"
    /// The sources of the targets say none of this.
    case forbiddenCode = "forbidden-code"
    /// Names of declarations stand in other files.
    case mentioned
    /// What a container keeps it does not ask again.
    case askedOnce = "asked-once"
    /// All manifests choose the same language.
    case language
    /// The code in articles stands in sources.
    case articles
    /// The pictures in these documents are those that the repository has now.
    case pictures
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
  var code = ForbiddenCode()
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
package struct InputMapping: Sendable {
  package let paths: [Glob]
  package let affects: [Selector]
  package let reason: String
}

/// How a new feature package is made, and where it is entered.
package struct FeatureSettings: Sendable {
  /// Where feature packages are.
  package var folder = "Packages"
  /// The folder with the composition root's sources, such as `Sources/App`.
  package var compositionRoot: String?
  /// The type in it that conforms to the features' dependency protocols.
  package var container = "AppContainer"
  /// The composition root's target.
  package var rootTarget: String?
  /// The folder with templates, relative to the root.
  package var templates: String?
  /// More values for the templates, by the container that opens the new scope.
  package var openers: [String: [String: String]] = [:]
  package var edits: [Edit] = []
  /// Lines about what is left to do, with the templates' values.
  package var next: [String] = []

  /// A text that goes behind another one, which stands in the file exactly once.
  package struct Edit: Sendable {
    package let file, after, add: String
  }
}
