import Basics

/// Asks the toolchain what a manifest means, and remembers the answer by the manifest's content.
package struct ManifestEvaluator: Sendable {
  package let toolchain: Toolchain
  /// Where answers are kept; safe to delete at any time.
  package let cacheFolder: String
  /// Whether remembered answers are used.
  package let isCaching: Bool
  /// Folders, relative to the root, of packages whose manifests look at files outside themselves
  /// that never change.
  package let stable: [Glob]
  private let root: String

  package init(
    toolchain: Toolchain, cacheFolder: String, isCaching: Bool = true, stable: [Glob] = [],
    root: String = ""
  ) {
    self.toolchain = toolchain
    self.cacheFolder = cacheFolder
    self.isCaching = isCaching
    self.stable = stable
    self.root = root
  }

  private func isStable(_ folder: String) -> Bool {
    let place = Path.relative(folder, to: root)
    return stable.contains { $0.matches(place) }
  }

  /// The evaluated manifest of the package in a folder, given as an absolute path.
  ///
  /// A manifest that can look at anything is asked every time; see ``ManifestReach``.
  ///
  /// - Parameter contents: What stands for everything in the folder, such as the identity of its
  ///   tree in git; without it the files' sizes and times do, if the manifest looks at files at
  ///   all.
  /// - Throws: `MonoError.manifest` with the compiler's message when it cannot be evaluated.
  package func evaluate(
    packageAt folder: String, contents: String? = nil
  ) throws(MonoError) -> Manifest {
    let entry = try entry(for: folder, contents)
    if let entry, let bytes = Files.read(entry), let dump = try? JSON.parse(bytes) {
      return try Manifest(dump: dump)
    }
    // SwiftPM locks its scratch folder: with one for each manifest none waits for another.
    let scratch = try Files.makeTemporaryFolder()
    defer { extendLifetime(scratch) }
    let result = try Tool.run(
      toolchain.swift,
      [
        "package", "--package-path", folder, "--scratch-path", scratch.path, "--manifest-cache",
        "none",
        "dump-package",
      ])
    guard result.status.code == 0, let dump = try? JSON.parse(result.output) else {
      throw .manifest(
        "The manifest \(folder)/Package.swift cannot be evaluated.\n\(Self.reason(result))",
        hint: "Correct the manifest, or exclude the package in the rules file.")
    }
    let manifest = try Manifest(dump: dump)
    // What cannot be remembered is asked again.
    if let entry { try? Files.write(result.output, to: entry) }
    return manifest
  }

  /// The compiler's own lines, without the command that it was started with and the conclusion.
  private static func reason(_ result: Subprocess.Outcome) -> String {
    result.errorText.split(separator: "\n")
      .filter { line in
        line.contains("error:")
          && !["compiled with:", "invalid manifests at"].contains { line.contains($0) }
      }
      .prefix(3).joined(separator: "\n")
  }

  /// Whether the answer is remembered.
  package func knows(packageAt folder: String, contents: String?) throws(MonoError) -> Bool {
    try entry(for: folder, contents).map(Files.exists) ?? false
  }

  /// Where the answer is remembered; `nil` when it may be another one the next time.
  private func entry(for folder: String, _ contents: String?) throws(MonoError) -> String? {
    var hash = ContentHash()
    hash.combine(toolchain.identity)
    var text = ""
    var isFound = false
    for entry in Files.entries(folder)
    where entry.name.hasPrefix("Package") && entry.name.hasSuffix(".swift") {
      guard let manifest = Files.text("\(folder)/\(entry.name)") else { continue }
      isFound = true
      hash.combine(entry.name)
      hash.combine(manifest)
      text += manifest
    }
    guard isFound else {
      throw .manifest("There is no Package.swift in \(folder).", hint: "Check the path.")
    }
    guard isCaching, let reach = ManifestReach(text), !reach.isUnbounded || isStable(folder)
    else { return nil }
    let environment = EnvironmentVariables.all
    let variables = reach.readsWholeEnvironment ? Set(environment.keys) : reach.variables
    for name in variables.sorted() { hash.combine("\(name)=\(environment[name] ?? "")") }
    // Its own place also decides what its relative paths lead to.
    if let contents {
      hash.combine(contents)
    } else if reach.readsFiles {
      hash.combine(folder)
      for file in Files.descendants(of: folder) {
        let stamp = Files.stamp("\(folder)/\(file)")
        hash.combine("\(file) \(stamp?.modified ?? 0) \(stamp?.size ?? 0)")
      }
    }
    return "\(cacheFolder)/manifests/\(hash.hexadecimal).json"
  }
}
