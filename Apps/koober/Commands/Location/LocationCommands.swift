import Commands
import Core
import SignedIn
import Terminal

/// Where the rider is.
enum LocationCommands {
  private static let place = Argument(
    "LAT,LON", kind: .location, help: "Where you are, in degrees.")

  static let location = Command<CommandContext>(
    "location", summary: "Show or set where you are.",
    examples: [CommandExample("koober location show", "Show where you are.")],
    subcommands: [show, set, clear])

  private static let show = Command<CommandContext>(
    "show", summary: "Show where you are taken to be.",
    examples: [CommandExample("koober location show", "Show it.")]
  ) { _, context in
    try await context.print(location: context.container.locator.currentLocation())
  }

  private static let set = Command<CommandContext>(
    "set", summary: "Set where you are.",
    examples: [CommandExample("koober location set -33.8587,151.2140", "Be at the Opera House.")],
    parameters: [place]
  ) { values, context in
    try context.container.riderLocationStore.save(values[place])
    try context.print(location: values[place])
  }

  private static let clear = Command<CommandContext>(
    "clear", summary: "Forget where you are; the default location is used again.",
    examples: [CommandExample("koober location clear", "Forget it.")]
  ) { _, context in
    try context.container.riderLocationStore.clear()
    try context.print(location: .defaultLocation)
  }
}

extension CommandContext {
  fileprivate func print(location: Location) throws {
    try print(LocationDocument(location: location)) {
      try terminal.writeLine(Styled(location.description))
    }
  }
}

private struct LocationDocument: Encodable {
  let location: Location
}
