import Composition
import Core
import CoreTesting
import FeatureFlags
import ScopeTesting
import Terminal
import TerminalTesting
import Testing

@testable import Driving

/// The rules that hold in every scope of driving.
struct DrivingScopeTests {
  @Test(arguments: driving.proofs)
  func `The scope of a driver keeps its rules`(proof: ScopeProof) async throws {
    try await proof.check()
  }

  @Test(arguments: shift.proofs)
  func `The scope of a shift keeps its rules`(proof: ScopeProof) async throws {
    try await proof.check()
  }

  @Test(arguments: trip.proofs)
  func `The scope of a trip keeps its rules`(proof: ScopeProof) async throws {
    try await proof.check()
  }

  private static let variants: [VariantTable] = [
    .of(driverLocator, ["manual": "ManualLocator()", "simulated": "SimulatedLocator()"])
  ]

  private static let driving = ScopeUnderTest(
    of: "Driving", flags: .driving, variants: variants,
    parent: {
      TestDependencies(cloud: RoutedCloudTransport.driving, flagScope: $0, services: $1)
    },
    open: { DrivingContainer(dependencies: $0) }, makers: makers + commands)

  private static let shift = ScopeUnderTest(
    of: "Driving", flags: .driving, variants: variants, holds: [CarPosition.self],
    parent: {
      DrivingContainer(
        dependencies: TestDependencies(
          cloud: RoutedCloudTransport.driving, flagScope: $0, services: $1))
    },
    open: { $0.makeShiftContainer(of: .sample()) }, makers: shiftMakers)

  private static let trip = ScopeUnderTest(
    of: "Driving", flags: .driving, variants: variants, holds: [TripViewModel.self],
    parent: {
      DrivingContainer(
        dependencies: TestDependencies(
          cloud: RoutedCloudTransport.driving, flagScope: $0, services: $1)
      ).makeShiftContainer(of: .sample())
    },
    open: { $0.makeTripContainer(of: .sample(.accepted)) }, makers: tripMakers)

  private static let shiftMakers: [Maker<ShiftContainer>] = [
    .make("makeTripContainer") { $0.container.makeTripContainer(of: .sample(.accepted)) },
    .make("makePositionForm", [.sees("Set position")]) {
      $0.container.makePositionForm(navigator: $0.navigator)
    },
    .use("the panel of a shift") {
      try $1.write($0.container.panel(of: .sample(), actions: []))
    },
  ]

  private static let tripMakers: [Maker<TripContainer>] = [
    .use("the panel of a trip") { try $1.write($0.container.panel) }
  ]

  private static let makers: [Maker<DrivingContainer>] = [
    .make("makeDrivingViewModel") { $0.container.makeDrivingViewModel() },
    .make("makeShiftContainer") { $0.container.makeShiftContainer(of: .sample()) },
    .make("makeCarForm") {
      $0.container.makeCarForm(
        for: $0.container.makeDrivingViewModel(), navigator: $0.navigator)
    },
    .make("makeMenu") { $0.container.makeMenu() },
    .make("makeStatusProvider") { $0.container.makeStatusProvider() },
    .make(
      "makeDrivingScreen",
      [
        .sees("A ride is offered"), .presses(.character("a")), .sees("Pick up Ada"),
        .presses(.enter), .sees("Wait for Ada"), .presses(.enter), .sees("Take Ada"),
        .presses(.enter), .sees("rate Ada"), .presses(.character("5")), .sees("A ride is offered"),
      ]
    ) { $0.container.makeDrivingScreen(navigator: $0.navigator) },
    .make(
      "makeDrivingScreen",
      [
        .sees("A ride is offered"), .presses(.character("d")), .sees("Waiting for a ride"),
        .presses(.character("o")), .sees("You are offline."),
      ]
    ) { $0.container.makeDrivingScreen(navigator: $0.navigator) },
  ]

  private static let commands: [Maker<DrivingContainer>] = .commands(
    [.drive],
    [
      [
        "drive", "register", "--plate", "KBR 042", "--model", "Toyota Camry", "--option",
        "wallabee",
      ],
      ["drive", "online"], ["drive", "offline"], ["drive", "status"],
      ["drive", "at", "-33.8587,151.2140"], ["drive", "accept"], ["drive", "decline"],
      ["drive", "arrive"], ["drive", "start"], ["drive", "complete"],
      ["drive", "cancel", "--reason", "other"], ["drive", "rate", "5"], ["drive", "history"],
    ]
  ) { TestContext(console: $1, container: $0) }
}

extension ScriptedTerminal {
  /// Writes a panel as a terminal shows it that prints lines.
  fileprivate func write(_ panel: DrivingPanel) throws {
    for line in panel.lines { try writeLine(line) }
  }
}
