import Composition
import Console
import Core
import Terminal

enum OpenCommand {
  private static let link = Argument<String>("URL", help: "The link.")
  private static let app = Flag("app", help: "Open the application there.")

  static let open = Command<CommandContext>(
    "open", summary: "Show what a koober:// link leads to.",
    discussion: meanings,
    examples: [
      CommandExample("koober open koober://inbox", "Print your inbox."),
      CommandExample("koober open --app koober://inbox", "Show it in the application."),
    ],
    parameters: [link, app]
  ) { values, context in
    guard values[app] else { return try await resolve(values[link], among: declarations)(context) }
    guard context.canShowScreens else {
      throw Problem(
        .usage, code: "noTerminal", message: "The application needs a terminal.",
        hint: "Leave out --app to print what the link leads to.")
    }
    let scene = try await resolve(values[link], among: [Feature].all.flatMap(\.linkScenes))
    try await Application(container: context.container, linkScene: scene).run()
  }

  private static let declarations = [Feature].all.flatMap(\.links)

  private static var meanings: String {
    let list = declarations.map { "\($0.pattern) is \($0.meaning)" }
    return "\(list.joined(separator: ", "))."
  }

  /// Resolves a link.
  ///
  /// - Throws: ``Problem`` that lists the known links when none matches.
  private static func resolve<Product: Sendable>(
    _ link: String, among declarations: [LinkDeclaration<Product>]
  ) async throws -> Product {
    let links = try LinkRegistry(declarations)
    do {
      return try await links.resolve(link)
    } catch let error as LinkError {
      // The message of an unknown link lists the known ones.
      let isUnknown = if case .unknown = error { true } else { false }
      throw Problem(
        .usage, code: isUnknown ? "unknownLink" : "malformedLink", message: error.description,
        hint: isUnknown
          ? "See 'koober help open'."
          : "The known links are \(links.patterns.joined(separator: ", ")).")
    }
  }
}
