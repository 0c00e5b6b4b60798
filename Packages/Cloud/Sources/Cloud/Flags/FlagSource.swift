import Basics
import CloudStore
import Core
import FeatureFlags
import FoundationEssentials

/// Where a cloud's definitions of flags come from.
protocol FlagSource: Sendable {
  /// The definitions, compiled, and since when they are served.
  var current: (definitions: FlagDefinitions, since: Date) { get throws }

  /// Looks for newer definitions with the next use, however short ago the last look was.
  func expire()

  /// The definitions as a document, with its tag.
  func document() throws -> (document: JSON.Object, tag: EntityTag)

  /// Replaces the definitions if they still have one of the tags in a header; returns the new tag,
  /// or `nil` when there are others.
  func replace(
    with document: JSON.Object, ifTag header: String, by author: String, message: String
  ) throws -> EntityTag?
}

extension FlagSource {
  func expire() {}

  /// The definitions, compiled.
  var definitions: FlagDefinitions { get throws { try current.definitions } }
}

/// An entity tag (ETag): names one version of a document. Source: RFC 9110, section 8.8.3.
struct EntityTag: Equatable, Sendable {
  /// With its quotation marks.
  let text: String

  /// Names a document by its content, so that every server gives it the same name.
  init(of document: Data) {
    text = "\"\(Hexadecimal.encode(Digest.hash(Array(document)).prefix(16)))\""
  }

  /// Whether a header has the tag; a proxy that has changed the document puts `W/` before it.
  func isIn(_ header: String) -> Bool {
    header.split(separator: ",").contains { entry in
      let tag = entry.drop { $0 == " " }.prefix { $0 != " " }
      return tag == "*" || tag == text || tag == "W/\(text)"
    }
  }
}

extension CloudResponse {
  /// Sends a document, or only says that the client has it.
  init(
    document: @autoclosure () throws -> Data, _ tag: EntityTag, unless condition: RequestCondition?
  ) rethrows {
    if case .noneMatch(let header) = condition, tag.isIn(header) {
      self.init(status: 304, body: Data(), entityTag: tag.text)
    } else {
      self.init(status: 200, body: try document(), entityTag: tag.text)
    }
  }
}
