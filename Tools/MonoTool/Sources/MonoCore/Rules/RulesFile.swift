package import Basics

/// A repository's demands of its packages; the only place that knows their names.
package struct RulesFile: Sendable {
  /// Where it was read from, relative to the root; `nil` for the default rules.
  package var path: String?
  /// Folders whose packages do not belong to the repository.
  package let excluded: [Glob]
  /// Where accepted findings are listed, relative to the root.
  package let baseline: String
  package let inputs: [InputMapping]
  /// Folders of packages whose manifests look at files outside them that never change.
  package var stableManifests: [Glob] = []
  /// More environment variables that tests may see and results depend on, with `*` and `?`.
  package var environment: [String] = []
  /// Test targets that trace programs themselves, so that they cannot be traced.
  package var untraced: [Selector] = []
  /// Test targets that may be without a test.
  package var emptyTests: [Selector] = []
  package let rules: [Rule]
  /// How a new feature package is made.
  package let features: FeatureSettings
  /// The lines of everything in the file.
  package var lines = JSON.Lines()

  /// The documents whose pictures have to be true.
  package var documents: [String] { rules.flatMap(\.documents) }

  /// Without a file: what holds in every repository.
  package static let standard = RulesFile(
    path: nil, excluded: [], baseline: "mono.baseline.json", inputs: [],
    rules: [
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
    ], features: FeatureSettings())
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
  var documents: [String] = []
  var code = ForbiddenCode()
}

/// Files outside every target and what they can affect.
package struct InputMapping: Sendable {
  package let paths: [Glob]
  package let affects: [Selector]
  package let reason: String
}

/// Names that a new feature package needs to know.
package struct FeatureSettings: Sendable {
  /// Where feature packages are.
  package var folder = "Packages"
  /// The folder with the composition root's sources, such as `Sources/App`.
  package var compositionRoot: String?
  /// The type in it that conforms to the features' dependency protocols.
  package var container = "AppContainer"
  /// The composition root's target in the root manifest.
  package var rootTarget: String?
  /// The folder with templates, relative to the root; the standard ones when `nil`.
  package var templates: String?
  /// The names of the rules that hold for every feature package; a new one is added to their lists.
  package var rules: [String] = []
  /// The call in the root manifest that lists a package's tests, with the templates' values.
  package var rootTests: String?
  /// The list of features in the composition root, which a new one is added to.
  package var list: FeatureList?
  /// More values for the templates, by the container that opens the new scope.
  package var openers: [String: [String: String]] = [:]

  /// An array in a source file.
  package struct FeatureList: Sendable {
    package let file: String
    /// The variable that the array is the initial value of.
    package let variable: String
    /// The text to add, with the templates' values, such as `.{{camel}}`.
    package let element: String
  }
}
