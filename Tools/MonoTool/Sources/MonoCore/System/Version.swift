import Basics

/// Which version of the tool this is.
package enum Version {
  package static let current = "2.0.0"
  package static let date = "2026-11-23"
}

extension Session {
  /// - Throws: `MonoError.usage` when the repository's `.mono-version` names another version.
  package func requirePinnedVersion() throws(MonoError) {
    let pinned = Files.text(Path.join(root, ".mono-version"))?.trimmingBlanks
    guard let pinned, pinned != Version.current else { return }
    throw .usage(
      "This repository wants mono \(pinned), and this is \(Version.current).",
      hint: "Run that version, or write this one into .mono-version.")
  }
}
