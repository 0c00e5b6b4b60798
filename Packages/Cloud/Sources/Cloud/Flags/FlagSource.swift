import Basics
import Core
import FeatureFlags

/// Where a cloud's definitions of flags come from.
protocol FlagSource: Sendable {
  /// The definitions, compiled.
  var definitions: FlagDefinitions { get throws }

  /// The definitions as a document, with its tag.
  func document() throws -> (document: JSON.Object, tag: EntityTag)

  /// Replaces the definitions if they still have one of the tags in a header.
  ///
  /// - Returns: The new tag; `nil`, and nothing is changed, when there are other definitions.
  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag?
}

extension FlagFile: FlagSource {
  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag? {
    try replace(with: document, ifTag: header)
  }
}
