import Commands
import Composition
import Core
import Terminal

/// Following a link.
enum OpenCommand {
  private static let link = Argument<String>("URL", help: "The link.")

  static let open = Command<CommandContext>(
    "open", summary: "Show what a koober:// link leads to.",
    discussion: meanings,
    examples: [CommandExample("koober open koober://inbox", "Open your inbox.")],
    parameters: [link]
  ) { values, context in
    try await action(of: values[link])(context)
  }

  private static let declarations = [Feature].all.flatMap(\.links)

  private static var meanings: String {
    let list = declarations.map { "\($0.pattern) is \($0.meaning)" }
    return "\(list.joined(separator: ", "))."
  }

  /// Returns what shows what a link leads to.
  ///
  /// - Throws: ``Problem`` that lists the known links when none matches.
  private static func action(of link: String) async throws -> Feature.LinkAction {
    let links = try LinkRegistry(declarations)
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
