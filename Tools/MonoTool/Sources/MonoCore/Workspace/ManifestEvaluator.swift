import Basics

/// Asks the toolchain what a manifest means, and remembers the answer by the manifest's content.
package struct ManifestEvaluator: Sendable {
  package let toolchain: Toolchain
  /// Where answers are kept; safe to delete at any time.
  package let cacheFolder: String
  /// Whether remembered answers are used.
  package var isCaching = true
  /// Folders of packages whose manifests look at files outside themselves that never change.
  package var stable: [Glob] = []
  var root = ""

  private func isStable(_ folder: String) -> Bool {
    let place = Path.relative(folder, to: root)
    return stable.contains { $0.matches(place) }
  }

  /// The evaluated manifest of the package in a folder, given as an absolute path.
  ///
  /// A manifest that can look at anything is asked every time; see ``ManifestReach``.
  ///
  /// - Parameter contents: What stands for everything in the folder, such as the identity of its
  /// tree in git; without it the files' sizes and times do, if the manifest looks at files at all.
  func evaluate(packageAt folder: String, contents: String? = nil) throws(MonoError) -> Manifest {
    let entries = try entries(for: folder, contents)
    if let entry = entries.answer, let bytes = Files.read(entry), let dump = try? JSON.parse(bytes)
    {
      return try Manifest(dump: dump)
    }
    if isCaching, let reason = entries.refusals.compactMap(Files.text).first,
      Self.holds(reason, in: folder)
    {
      throw Self.error(folder, reason)
    }
    // SwiftPM locks its scratch folder: with one for each manifest none waits for another.
    let scratch = try Files.makeTemporaryFolder()
    defer { extendLifetime(scratch) }
    let places = ["--package-path", folder, "--scratch-path", scratch.path]
    let result = try Tool.run(
      toolchain.swift, ["package"] + places + ["--manifest-cache", "none", "dump-package"])
    guard result.status.code == 0, let dump = try? JSON.parse(result.output) else {
      let errors = Self.errors(result, in: folder)
      let reason = errors.prefix(3).joined(separator: "\n")
      if isCaching, let entry = entries.refusal(for: errors) {
        try? Files.write(reason, to: entry)
      }
      throw Self.error(folder, reason)
    }
    let manifest = try Manifest(dump: dump)
    // What cannot be remembered is asked again.
    if let entry = entries.answer { try? Files.write(result.output, to: entry) }
    return manifest
  }

  private static func error(_ folder: String, _ reason: String) -> MonoError {
    .manifest(
      "The manifest \(folder)/Package.swift cannot be evaluated.\n\(reason)",
      hint: "Correct the manifest, or exclude the package in the rules file.")
  }

  /// The compiler's own lines, without the command that it was started with and the conclusion.
  private static func errors(_ result: Subprocess.Outcome, in folder: String) -> [String] {
    result.errorText.split(separator: "\n").filter { line in
      line.contains("error:") && line.first != " "
        && !["compiled with:", "invalid manifests at"].contains { line.contains($0) }
    }.map { String($0).replacing(folder + "/", with: "") }
  }

  /// Whether the folders that a reason says are no repositories are none now.
  private static func holds(_ reason: String, in folder: String) -> Bool {
    reason.split(separator: "\n").allSatisfy { line in
      guard let words = line.firstRange(of: "local directory ") else { return true }
      let place = Path.join(folder, String(line[words.upperBound...]))
      return !Files.exists("\(place)/.git") && !Files.exists("\(place)/HEAD")
    }
  }

  /// Whether the answer is remembered.
  package func knows(packageAt folder: String, contents: String?) throws(MonoError) -> Bool {
    try entries(for: folder, contents).answer.map(Files.exists) ?? false
  }

  /// Where what is known of a manifest is remembered.
  private struct Entries {
    /// `nil` when the answer may be another one the next time.
    let answer: String?
    /// That its text is no manifest.
    let refusedText: String
    /// That it describes no package here.
    let refusedPackage: String?

    /// Where to look for a reason why there is no answer.
    var refusals: [String] { [refusedText] + (refusedPackage.map { [$0] } ?? []) }

    /// Where to remember these errors; `nil` when it may not last, as with a full disk.
    func refusal(for errors: [String]) -> String? {
      guard !errors.isEmpty else { return nil }
      if errors.allSatisfy({ $0.hasPrefix("Package") }) { return refusedText }
      return errors.allSatisfy { $0.hasPrefix("error: '") } ? refusedPackage : nil
    }
  }

  private func entries(for folder: String, _ contents: String?) throws(MonoError) -> Entries {
    var hash = ContentHash(toolchain.identity)
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
    let stem = "\(cacheFolder)/manifests/"
    let refusedText = stem + hash.hexadecimal + ".error"
    guard isCaching, let reach = ManifestReach(text), !reach.isUnbounded || isStable(folder)
    else { return Entries(answer: nil, refusedText: refusedText, refusedPackage: nil) }
    let environment = EnvironmentVariables.all
    // These differ with every run and terminal.
    let passing = ["TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"].filter { !text.contains("\"\($0)\"") }
    let variables =
      reach.readsWholeEnvironment
      ? Set(environment.keys).subtracting(passing) : reach.variables
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
    let answer = stem + hash.hexadecimal + ".json"
    hash.combine(folder)
    return Entries(
      answer: answer, refusedText: refusedText, refusedPackage: stem + hash.hexadecimal + ".error")
  }
}
