import Basics

/// Findings that a repository has accepted for now.
package struct Baseline: Sendable {
  /// Where it is kept, relative to the root.
  package let path: String
  package let accepted: [FindingKey]

  /// Reads the list; an absent file accepts nothing.
  package static func load(root: String, path: String) throws(MonoError) -> Baseline {
    guard let bytes = Files.read(Path.join(root, path)) else {
      return Baseline(path: path, accepted: [])
    }
    do {
      return Baseline(path: path, accepted: try JSON.decode(Contents.self, from: bytes).accepted)
    } catch {
      throw .usage(
        "\(path) is no list \"accepted\" of entries with rule, from, to and file.",
        hint: "Write it anew with 'mono check --update-baseline'.")
    }
  }

  /// The findings that are not accepted, and one for each accepted entry that is no longer found.
  package func judge(_ findings: [Finding]) -> [Finding] {
    let accepted = Set(accepted)
    let found = Set(findings.map(\.key))
    let stale = self.accepted.filter { !found.contains($0) }.map { entry in
      Finding(
        rule: "baseline", from: entry.from, to: entry.to, file: path, line: 1,
        message:
          "\(entry.rule) no longer finds '\(entry.from)' and '\(entry.to)' in \(entry.file).",
        reason: "A list of exceptions that only grows hides the next violation.",
        remedy: "Remove the entry, or run 'mono check --update-baseline'.")
    }
    return (findings.filter { !accepted.contains($0.key) } + stale).sorted()
  }

  /// The file that accepts exactly these findings.
  package static func file(accepting findings: [Finding]) throws -> String {
    let keys = Set(findings.map(\.key)).sorted {
      ($0.file, $0.rule, $0.from, $0.to) < ($1.file, $1.rule, $1.from, $1.to)
    }
    return try JSON(encoding: Contents(accepted: keys)).pretty
  }

  private struct Contents: Codable {
    let accepted: [FindingKey]
  }
}
