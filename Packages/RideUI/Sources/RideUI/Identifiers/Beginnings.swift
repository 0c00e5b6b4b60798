public import Console
public import Core
import Terminal

// Lists show the beginnings of identifiers, and every command takes them.

extension Sequence {
  /// Returns the only element whose identifier begins with a text; `nil` when none does.
  ///
  /// - Parameters:
  ///   - beginning: A text that a rider typed; an empty one names nothing.
  ///   - id: Returns the identifier of an element.
  ///   - kind: The words for several elements, for example "of your rides".
  /// - Throws: An error response that lists the matches when there are several.
  public func only<Entity>(
    beginningWith beginning: String, _ id: (Element) -> Identifier<Entity>, of kind: String
  ) throws(CloudError) -> Element? {
    let found = filter { !beginning.isEmpty && id($0).rawValue.hasPrefix(beginning) }
    guard found.count > 1 else { return found.first }
    let names = found.map(id).beginnings()
    let further = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
    throw .refused(
      ErrorResponse(
        .notFound,
        message: "\(found.count) \(kind) begin with '\(beginning)': "
          + names.prefix(mostNamed).joined(separator: ", ") + "\(further).",
        hint: "Type more of the one that you mean."
      ).error)
  }

  /// Returns the beginnings of identifiers that tell them apart, of at least eight characters.
  fileprivate func beginnings<Entity>() -> [String] where Element == Identifier<Entity> {
    let whole = map(\.rawValue)
    let longest = whole.map(\.count).max() ?? 0
    let length = (8..<Swift.max(9, longest)).first { length in
      Set(whole.map { $0.prefix(length) }).count == Set(whole).count
    }
    return whole.map { String($0.prefix(length ?? longest)) }
  }
}

/// How many matches an error lists.
private let mostNamed = 5

extension CommandConsole {
  /// How a list names entities: on a terminal with the beginnings of their identifiers that tell them
  /// apart; elsewhere whole.
  public func names<Entity>(of identifiers: [Identifier<Entity>]) -> [String] {
    terminal.capabilities.outputIsTerminal ? identifiers.beginnings() : identifiers.map(\.rawValue)
  }
}
