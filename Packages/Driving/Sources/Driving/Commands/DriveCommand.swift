public import Composition
public import Console
import Core
public import Terminal

/// The context of the driving commands.
public protocol DrivingContext: ScreenContext {
  /// Opens the driving scope of the rider who is signed in.
  ///
  /// - Throws: A `Problem` when no rider is signed in.
  @MainActor func drivingContainer() async throws -> DrivingContainer
}

extension Command where Context: DrivingContext {
  /// Driving: on a screen, or one step after the other.
  public static var drive: Command {
    Command(
      "drive", summary: "Drive: go online, take offers, bring riders to where they go.",
      discussion: """
        On a terminal a screen shows the map, offers and the trip, and reports your position; in a \
        pipe your status is printed. Rides are offered for \(DriverPosition.freshness) seconds after a report \
        of your position, so without the screen repeat 'koober drive at'. Answer each offer: \
        \(RideOffer.mostMissed) that you miss in a row end your shift. In the cloud on your own machine rides are \
        simulated until 'koober flags set dispatch drivers'.
        """,
      examples: [
        CommandExample("koober drive", "Open the driver's screen."),
        CommandExample("koober drive status --json", "Print your status."),
      ],
      subcommands: [
        register, online, offline, status, position, accept, decline, arrive, start, complete,
        cancel, rate, block, unblock, history,
      ]
    ) { _, context in try await context.drive() }
  }

  private static var status: Command {
    Command(
      "status", summary: "Show your car, your shift, the open offer and your ride.",
      examples: [CommandExample("koober drive status", "Print your status.")]
    ) { _, context in try await context.printDriver() }
  }
}

extension DrivingContext {
  @MainActor fileprivate func drive() async throws {
    let capabilities = terminal.capabilities
    let showsLines = console.format == .text && capabilities.isAccessible && capabilities.canPrompt
    guard canShowPictures || showsLines else { return try await printDriver() }
    let container = try await drivingContainer()
    let navigator = makeNavigator()
    navigator.statusProviders.insert(container.makeStatusProvider(), at: 0)
    _ = try await container.makeDestination().run(in: navigator, on: terminal)
  }

  @MainActor func printDriver() async throws {
    let remoteAPI = try await drivingContainer().drivingRemoteAPI
    try print(await showingActivity("Asking for your status") { _ in try await remoteAPI.driver() })
  }

  /// Does something, and prints the status that comes of it.
  @MainActor func change(
    _ activity: String, _ change: @MainActor (DrivingRemoteAPI) async throws -> DriverStatus
  ) async throws {
    let remoteAPI = try await drivingContainer().drivingRemoteAPI
    try print(
      await showingActivity(
        activity, interruption: "It may have been done; 'koober drive status' shows it."
      ) { _ in try await change(remoteAPI) })
  }

  private func print(_ driver: DriverStatus) throws {
    let document = DriverDocument(
      car: driver.car, shift: OrNull(driver.shift), offer: OrNull(driver.offer),
      ride: OrNull(driver.ride), missedOffers: driver.missedOffers ?? 0,
      obstacle: OrNull(driver.obstacle), rating: OrNull(driver.rating))
    try print(["driver": document]) { try terminal.write(driver.record) }
  }
}

/// The JSON document of a driver: what is absent is `null`, so that a reader finds the name.
private struct DriverDocument: Encodable {
  let car: DriverCar
  let shift: OrNull<DriverShift>
  let offer: OrNull<RideOffer>
  let ride: OrNull<DrivenRide>
  let missedOffers: Int
  let obstacle: OrNull<DriverObstacle>
  let rating: OrNull<DriverRating>
}

extension LinkDeclaration {
  /// The link into driving; the product shows in a context what the link leads to.
  public static func driving<Context: DrivingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    drive { try await $0.printDriver() }
  }

  /// Where the link leads in the application.
  public static func drivingScenes<Context: DrivingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Destination {
    drive { try await $0.drivingContainer().makeDestination() }
  }

  private static func drive(_ product: Product) -> [LinkDeclaration] where Product: Sendable {
    [LinkDeclaration("koober://drive", meaning: "your shift as a driver") { product }]
  }
}
