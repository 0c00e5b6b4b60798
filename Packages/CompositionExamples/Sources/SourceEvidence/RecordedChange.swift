/// A change of sources, written down so that it can be made on a copy and measured.
public struct RecordedChange: Sendable {
  /// One place of it: some lines of a file, and what they become.
  public struct Edit: Sendable {
    let file: String
    let old: String
    let new: String

    /// Creates an edit; `old` has to be in the file exactly once.
    public init(_ file: String, _ old: String, becomes new: String) {
      self.file = file
      self.old = old
      self.new = new
    }
  }

  /// How much a change touches.
  public struct Size: Equatable, Sendable {
    /// Lines added, or changed in place.
    public var lines: Int
    /// Files with at least one such line.
    public var files: Int

    /// Creates a size from its counts.
    public init(lines: Int = 0, files: Int = 0) {
      self.lines = lines
      self.files = files
    }
  }

  /// The places to edit.
  public let edits: [Edit]
  /// Whole files that are added, by name; they are not part of the size.
  public let newFiles: [String: String]

  /// Creates a change from its edits and its new files.
  public init(edits: [Edit], newFiles: [String: String] = [:]) {
    self.edits = edits
    self.newFiles = newFiles
  }

  /// Makes the change on texts by file name, and returns how much it touched.
  ///
  /// - Throws: ``EvidenceError`` when the sources are no longer those it was recorded on.
  public func apply(to texts: inout [String: String]) throws -> Size {
    var size = Size()
    let originals = texts
    for edit in edits {
      guard let text = texts[edit.file] else {
        throw EvidenceError("The change edits '\(edit.file)', which is not there. Record it anew.")
      }
      let parts = text.split(separator: edit.old, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw EvidenceError(
          "'\(edit.old)' is \(parts.count - 1) times in '\(edit.file)'. Record the change anew.")
      }
      texts[edit.file] = parts[0] + edit.new + parts[1]
    }
    for (file, text) in texts where originals[file] != text {
      size.lines += touchedLines(from: originals[file] ?? "", to: text)
      size.files += 1
    }
    texts.merge(newFiles) { _, new in new }
    return size
  }
}

/// Counts the lines that differ; a line that is replaced by another counts once.
private func touchedLines(from old: String, to new: String) -> Int {
  let difference = lines(of: new).difference(from: lines(of: old))
  return max(difference.insertions.count, difference.removals.count)
}

private func lines(of text: String) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
}
