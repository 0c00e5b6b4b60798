import Basics

/// A first rules file for a repository: its packages in the layers that they have today, the
/// folders of fixtures, and the files outside them that no build and no test reads.
package struct StarterRules: Sendable {
  /// The layers, the highest first, as selectors.
  package let layers: [[String]]
  package let inputs: [Input]
  /// Folders whose packages are only data of tests.
  package let excluded: [String]
  /// Where most packages are that others need, so that new ones are put there.
  package let folder: String?

  package struct Input: Sendable, Equatable {
    package let paths: [String]
    package let reason: String
  }

  /// - Parameter files: The files of the repository, relative to the root.
  package init(workspace: Workspace, files: [String], excluded: [String] = []) {
    self.excluded = excluded
    layers = Self.layers(of: workspace)
    inputs = Self.candidates.compactMap { candidate in
      let paths = candidate.paths.flatMap { Self.places($0, in: files) }
      return paths.isEmpty ? nil : Input(paths: paths, reason: candidate.reason)
    }
    folder = Self.folder(of: workspace)
  }

  /// The pattern, where it describes files; its places where it means any: tests read below theirs.
  private static func places(_ pattern: String, in files: [String]) -> [String] {
    let found = files.filter(Glob(pattern).matches)
    guard pattern.hasPrefix("**/") else { return found.isEmpty ? [] : [pattern] }
    let name = pattern.dropFirst(3).prefix { $0 != "/" }
    let places = found.filter { TestData.folder(of: $0) == nil }.map { file in
      let parts = file.split(separator: "/")
      let end = parts.firstIndex { Glob(String(name)).matches(String($0)) } ?? 0
      let place = parts[...end].joined(separator: "/")
      let isFolder = pattern.hasSuffix("/**")
      return isFolder ? pattern.replacing("**/\(name)", with: place) : place
    }
    return Set(places).sorted()
  }

  private static func folder(of workspace: Workspace) -> String? {
    let needed = Set(workspace.packageGraph.successors.joined())
    let folders = needed.map { Path.folder(of: workspace.packages[$0].folder) }
    let counts = Dictionary(folders.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }

  /// Files that are not read by SwiftPM nor, in all likelihood, by a test.
  private static let candidates = [
    Input(
      paths: [
        ".github/**", ".gitlab-ci.yml", ".gitlab/**", ".circleci/**", ".buildkite/**",
        "bitbucket-pipelines.yml", "azure-pipelines.yml", ".travis.yml", ".cirrus.yml",
        "Jenkinsfile",
      ], reason: "Says when tests run, not what they do."),
    Input(
      paths: [
        "**/.gitignore", ".gitattributes", ".gitmodules", ".mailmap", ".git-blame-ignore-revs",
        ".editorconfig", ".swift-format", ".swiftformat", ".swiftlint.yml", ".spi.yml",
        ".vscode/**", ".idea/**", "CODEOWNERS",
      ], reason: "Read by git and editors, not while building or testing."),
    Input(
      paths: [
        "**/.swiftpm/xcode/**", "**/*.xcodeproj/**", "**/*.xcworkspace/**", "fastlane/**",
      ], reason: "Read by Xcode, not by SwiftPM."),
  ]

  /// Packages, or targets of a single one, by the longest way down; a circle shares a layer.
  private static func layers(of workspace: Workspace) -> [[String]] {
    let isOne = workspace.packages.count == 1
    let graph = isOne ? workspace.graph : workspace.packageGraph
    var levels: [Int: Int] = [:]
    for component in graph.components {
      let below = component.flatMap { graph.successors[$0] }.compactMap { levels[$0] }
      let level = (below.max() ?? -1) + 1
      for node in component { levels[node] = level }
    }
    let nodes = graph.successors.indices.filter {
      isOne ? workspace.targets[$0].kind != .test : !workspace.packages[$0].targets.isEmpty
    }
    return Dictionary(grouping: nodes) { levels[$0] ?? 0 }.sorted { $0.key > $1.key }.map {
      $0.value.map { isOne ? workspace.qualifiedName($0) : name($0, workspace) }.sorted()
    }
  }

  /// A selector of all targets of a package; a slash in the name would begin the target's.
  private static func name(_ package: Int, _ workspace: Workspace) -> String {
    workspace.packages[package].name.replacing("/", with: "**") + "/*"
  }

  package var text: String {
    func rule(_ name: String, _ kind: String, _ reason: String) -> JSON {
      ["name": .string(name), "kind": .string(kind), "reason": .string(reason)]
    }
    let hasLayers = layers.count > 1
    let order: JSON = [
      "name": "layers", "kind": "layers", "layers": .array(layers.map { JSON($0) }),
      "reason": "What many build on must not change with one of them.",
    ]
    let placed = rule(
      "every-package-placed", "exhaustive", "A package that no rule names is bound by none.")
    let standard = RulesFile.standard.rules.map { rule($0.name, $0.kind.rawValue, $0.reason) }
    // Where a new feature belongs.
    var features = JSON.Object()
    if let folder, folder != FeatureSettings().folder {
      features["folder"] = .string(folder.isEmpty ? "." : folder)
    }
    if hasLayers { features["rules"] = ["layers"] }
    var file = JSON.Object()
    file["version"] = 1
    if !excluded.isEmpty { file["exclude"] = JSON(excluded) }
    if !features.isEmpty { file["features"] = .object(features) }
    file["inputs"] = .array(
      inputs.map { ["paths": JSON($0.paths), "affects": [], "reason": .string($0.reason)] })
    file["rules"] = .array((hasLayers ? [order, placed] : []) + standard)
    return JSON.object(file).serialized(.pretty) + "\n"
  }
}

extension Session {
  /// The first rules of this repository.
  package func starterRules() throws -> StarterRules {
    let excluded = try fixturePatterns()
    let loader = WorkspaceLoader(evaluator: loader.evaluator, excluded: excluded.map(Glob.init))
    return StarterRules(
      workspace: try loader.load(root: root, repository: repository),
      files: try repository?.files() ?? Files.descendants(of: root), excluded: excluded)
  }
}
