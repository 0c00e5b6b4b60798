import Basics
import Core
import FoundationEssentials

/// An entity tag (ETag): names one version of a document. Source: RFC 9110, section 8.8.3.
struct EntityTag: Equatable, Sendable {
  /// With its quotation marks.
  let text: String

  /// Names a document by its content, so that every server gives it the same name.
  init(of document: Data) {
    text = "\"\(Hexadecimal.encode(Digest.hash(Array(document)).prefix(16)))\""
  }

  /// Whether the tag is one of those in a header; a proxy that has changed the document's form puts
  /// `W/` before it.
  func isIn(_ header: String) -> Bool {
    header.split(separator: ",").contains { entry in
      let tag = entry.drop { $0 == " " }.prefix { $0 != " " }
      return tag == "*" || tag == text || tag == "W/\(text)"
    }
  }
}

/// A response with its entity tag.
struct ETagResponse<Response: Sendable>: Sendable {
  /// `nil` when the client has the newest response already.
  let response: Response?
  let tag: EntityTag
}
