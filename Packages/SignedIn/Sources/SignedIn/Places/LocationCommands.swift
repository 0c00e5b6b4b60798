public import Console
import Core
public import Terminal

/// The context of the commands about places and the rider's location; no session is needed.
public protocol PlacesContext: ConsoleContext {
  /// Returns the places, ranked as the flags of the rider or of this installation say.
  @MainActor func places() async -> Places
}

private let place = Argument("LAT,LON", kind: .location, help: "Where you are, in degrees.")

extension Command where Context: PlacesContext {
  /// Where the rider is.
  public static var location: Command {
    Command(
      "location", summary: "Show or set where you are.",
      examples: [CommandExample("koober location show", "Show where you are.")],
      subcommands: [showLocation, setLocation, clearLocation])
  }

  private static var showLocation: Command {
    Command(
      "show", summary: "Show where you are taken to be.",
      examples: [CommandExample("koober location show", "Show it.")]
    ) { _, context in
      try await context.print(location: context.places().locator.currentLocation())
    }
  }

  private static var setLocation: Command {
    Command(
      "set", summary: "Set where you are.",
      examples: [CommandExample("koober location set -33.8587,151.2140", "Be at the Opera House.")],
      parameters: [place]
    ) { values, context in
      try await context.places().locationStore.save(values[place])
      try context.print(location: values[place])
    }
  }

  private static var clearLocation: Command {
    Command(
      "clear", summary: "Forget where you are; the default location is used again.",
      examples: [CommandExample("koober location clear", "Forget it.")]
    ) { _, context in
      try await context.places().locationStore.clear()
      try context.print(location: .defaultLocation)
    }
  }
}

extension PlacesContext {
  fileprivate func print(location: Location) throws {
    try print(["location": location], line: Styled(location.description))
  }
}
