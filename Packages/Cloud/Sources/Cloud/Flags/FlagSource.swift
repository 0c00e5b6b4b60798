import Basics
import Core
import FeatureFlags
import FoundationEssentials
import Glibc

/// Where a cloud's definitions of flags come from.
protocol FlagSource: Sendable {
  /// The definitions, compiled, and since when they are served.
  var current: (definitions: FlagDefinitions, since: Date) { get throws }

  /// Looks for newer definitions with the next use, however short ago the last look was.
  func expire()

  /// The definitions as a document, with its tag.
  func document() throws -> (document: JSON.Object, tag: EntityTag)

  /// Replaces the definitions if they still have one of the tags in a header.
  ///
  /// - Returns: The new tag; `nil`, and nothing is changed, when there are other definitions.
  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag?
}

extension FlagSource {
  func expire() {}

  /// The definitions, compiled.
  var definitions: FlagDefinitions { get throws { try current.definitions } }
}

extension FlagFile: FlagSource {
  /// The time is that of the file's last change in its folder, whatever its content says.
  var current: (definitions: FlagDefinitions, since: Date) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    let time = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
    return (definitions, isThere ? Date(timeIntervalSince1970: time) : .distantPast)
  }

  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag? {
    try replace(with: document, ifTag: header)
  }
}
