import Composition
import Core

/// What a `koober://` link leads to.
enum LinkScene: Equatable {
  case ride(Identifier<Ride>)
  case post(Identifier<Post>)
  case inbox

  /// The links that there are, with the factories of their scenes.
  static func makeRegistry() throws(LinkPatternError) -> LinkRegistry<LinkScene> {
    var links = LinkRegistry<LinkScene>()
    try links.register(LinkPattern("koober://ride/<id>", .text("id"))) { .ride(Identifier($0)) }
    try links.register(LinkPattern("koober://share/<post>", .text("post"))) {
      .post(Identifier($0))
    }
    try links.register(LinkPattern("koober://inbox")) { .inbox }
    return links
  }

  /// Returns the scene that a link leads to.
  ///
  /// - Throws: ``Problem`` that lists the known links when this is none of them.
  static func resolve(_ link: String) async throws -> LinkScene {
    let links = try makeRegistry()
    do {
      return try await links.resolve(link)
    } catch let error as LinkError {
      let code = if case .unknown = error { "unknownLink" } else { "malformedLink" }
      throw Problem(
        .usage, code: code, message: error.description,
        hint: "The known links are \(links.patterns.joined(separator: ", ")).")
    }
  }
}
