import Commands
import Core
import SignedIn
import Terminal

/// Asking for a ride.
enum RideRequestCommand {
  private static let option = Option<RideOptionKind>(
    "option", kind: .caseName("NAME"), help: "Which kind of ride.")
  private static let yes = Flag("yes", short: "y", help: "Do not ask before sending.")
  private static let dryRun = Flag("dry-run", help: "Show what would be sent, and send nothing.")
  private static let idempotencyKey = Option<String?>(
    "idempotency-key", kind: .idempotencyKey,
    help: "Repeating a request with the same key is one ride.")

  static func request(completing places: Completion) -> Command<CommandContext> {
    Command(
      "request", summary: "Ask for a ride.",
      discussion: "The price is shown and has to be confirmed; without a terminal, with --yes.",
      examples: [
        CommandExample(
          "koober ride request --to 'Opera House' --option wallabee --yes", "Ask for a small car."),
        CommandExample(
          "koober ride request --to 'Opera House' --option kangaroo --dry-run", "Only look."),
      ],
      parameters: [
        RideCommands.to(completing: places), RideCommands.from(completing: places), option, yes,
        dryRun, idempotencyKey,
      ]
    ) { values, context in
      if !values[yes], !values[dryRun] { try context.requireTerminal(orPass: "--yes") }
      let scope = try await context.signedInScope()
      let outcome = try await scope.signedIn.requestRide(
        to: values[RideCommands.to()], from: values[RideCommands.from()], option: values[option],
        idempotencyKey: values[idempotencyKey]
      ) { quote in
        if values[dryRun] { return false }
        if values[yes] { return true }
        try context.terminal.writeErrorLine(description(of: quote))
        return try await context.terminal.confirm("Request this ride?", orPass: "--yes")
      }
      switch outcome {
      case .requested(let ride):
        try context.print(ride: ride)
      case .declined(let quote) where values[dryRun]:
        try context.print(DryRunDocument(quote)) {
          try context.terminal.writeLine("\(description(of: quote)) Nothing was sent.")
        }
      case .declined:
        throw Problem(
          .cancelled, code: "cancelled", message: "The ride was not requested.", hint: "")
      }
    }
  }

  private static func description(of quote: RideQuote) -> Styled {
    let option = quote.option
    return """
      \(option.name, .bold) from \(quote.pickup) to \(quote.dropoff): \(option.price, .bold), \
      pick-up in \(Describing.duration(seconds: option.secondsUntilPickup)).
      """
  }
}

private struct DryRunDocument: Encodable {
  let dryRun = true
  let pickup: Waypoint
  let dropoff: Waypoint
  let option: RideOption

  init(_ quote: RideQuote) {
    pickup = quote.pickup
    dropoff = quote.dropoff
    option = quote.option
  }
}
