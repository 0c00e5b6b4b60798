import Console
import Core
import RideUI
import Terminal

private let option = Option<RideOptionKind>(
  "option", kind: .caseName("NAME"), help: "Which kind of ride.")
private let yes = Flag("yes", short: "y", help: "Do not ask before sending.")
private let dryRun = Flag("dry-run", help: "Show what would be sent, and send nothing.")
private let idempotencyKey = Option<String?>(
  "idempotency-key", kind: .idempotencyKey,
  help: "Repeating a request with the same key is one ride.")

extension Command where Context: SignedInContext {
  static func rideRequest(completing places: Completion) -> Command {
    let trip = TripOptions(completing: places)
    return Command(
      "request", summary: "Ask for a ride.",
      discussion: "The price is shown and has to be confirmed; without a terminal, with --yes.",
      examples: [
        CommandExample(
          "koober ride request --to 'Opera House' --option wallabee --yes", "Ask for a small car."),
        CommandExample(
          "koober ride request --to 'Opera House' --option kangaroo --dry-run", "Only look."),
      ],
      parameters: [trip.to, trip.from, option, yes, dryRun, idempotencyKey]
    ) { values, context in
      if !values[yes], !values[dryRun] { try context.requireTerminal(orPass: "--yes") }
      let container = try await context.signedInContainer()
      let flow = try await context.showingActivity("Asking for the price") { _ in
        try await PickMeUpFlow(container: container, from: values[trip.from], to: values[trip.to])
      }
      let outcome = try await flow.request(
        values[option], idempotencyKey: values[idempotencyKey], on: context.console
      ) { quote in
        if values[dryRun] { return false }
        if let news = quote.news { try context.terminal.writeErrorLine(news) }
        if values[yes] { return true }
        try context.terminal.writeErrorLine(quote.summary)
        return try await context.terminal.confirm("Request this ride?", orPass: "--yes")
      }
      switch outcome {
      case .requested(let ride): try context.print(ride: ride)
      case .unconfirmed(let quote) where values[dryRun]:
        let request = quote.request
        let document = DryRunDocument(
          pickup: request.pickup, dropoff: request.dropoff, option: quote.option)
        try context.print(document) {
          try context.terminal.writeLine("\(quote.summary) Nothing was sent.")
        }
      case .unconfirmed:
        throw Problem(
          .cancelled, code: "cancelled", message: "The ride was not requested.", hint: "")
      }
    }
  }
}

extension RideQuote {
  fileprivate var summary: Styled {
    """
    \(option.name, .bold) from \(request.pickup) to \(request.dropoff): \(option.price, .bold), \
    \(option.timeUntilPickup.map { "pick-up in \($0)" } ?? "no driver is free").
    """
  }
}

private struct DryRunDocument: Encodable {
  let dryRun = true
  let pickup: Waypoint
  let dropoff: Waypoint
  let option: RideOption
}

extension ValueKind<String> {
  /// A key of 1 to 64 visible ASCII characters.
  fileprivate static var idempotencyKey: ValueKind {
    ValueKind(valueName: "KEY", constraint: "1 to 64 visible ASCII characters") {
      argument throws(InvalidValueError) in
      guard (1...64).contains(argument.utf8.count),
        argument.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { throw InvalidValueError("must be 1 to 64 visible ASCII characters") }
      return argument
    }
  }
}
