import Composition
import Core
import CoreTesting
import FeatureFlags
import FeatureTesting
import ScopeTesting
import Terminal
import TerminalTesting
import Testing

import DrivingTesting

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

  private static func variants(metIn doors: Set<String>) -> [VariantTable] {
    [
      .of(
        driverLocator, ["manual": "ManualLocator()", "simulated": "SimulatedLocator()"],
        metIn: doors)
    ]
  }

  private static let driving = ScopeUnderTest(
    of: "Driving", flags: .driving,
    variants: variants(metIn: ["scene driving"]),
    parent: {
      DrivingDouble(
        cloud: $0.ports.recording(RoutedCloudTransport.driving), flagScope: $0.flagScope,
        services: $0.services)
    },
    open: { DrivingContainer(dependencies: $0) }, makers: makers + commands)

  private static let shift = ScopeUnderTest(
    of: "Driving", flags: .driving,
    variants: variants(metIn: ["the panel of a shift"]), holds: [CarPosition.self],
    parent: {
      DrivingContainer(
        dependencies: DrivingDouble(
          cloud: $0.ports.recording(RoutedCloudTransport.driving), flagScope: $0.flagScope,
          services: $0.services))
    },
    open: { $0.makeShiftContainer(of: .sample()) }, makers: shiftMakers, calls: "calls-shift")

  private static let trip = ScopeUnderTest(
    of: "Driving", flags: .driving,
    variants: variants(metIn: ["the panel of a trip"]), holds: [TripViewModel.self],
    parent: {
      DrivingContainer(
        dependencies: DrivingDouble(
          cloud: $0.ports.recording(RoutedCloudTransport.driving), flagScope: $0.flagScope,
          services: $0.services)
      ).makeShiftContainer(of: .sample())
    },
    open: { $0.makeTripContainer(of: .sample(.accepted)) }, makers: tripMakers, calls: "calls-trip")

  private static let shiftMakers: [Maker<ShiftContainer>] = [
    .make("makeTripContainer") { $0.container.makeTripContainer(of: .sample(.accepted)) },
    .use("the panel of a shift") {
      try $1.write($0.container.panel(of: .sample(), [], actions: []))
    },
  ]

  private static let tripMakers: [Maker<TripContainer>] = [
    .use("the panel of a trip") { try $1.write($0.container.panel { _ in }) }
  ]

  private static let makers: [Maker<DrivingContainer>] = [
    .make("makeDrivingViewModel", [.waits(.zero, sleepers: 2)], follows: [.driving]) {
      $0.container.makeDrivingViewModel()
    },
    .make("makeShiftContainer") { $0.container.makeShiftContainer(of: .sample()) },
    .scene(.car(.wallabee, nil), [.sees("Register")]) { DrivingScenes($0) },
    .scene(.code(Identifier("ride-1"), rider: "Ada"), [.sees("Start the trip")]) {
      DrivingScenes($0)
    },
    .make("makeDestination") {
      let driving = $0.container.makeDestination(reopening: DrivingScene.driving)
      return [MenuItem(.enter, "Drive", to: driving ?? $0.container.makeDestination())]
    },
    .make("makeMenu") { $0.container.makeMenu() },
    .make("makeStatusProvider", [.waits(.zero, sleepers: 2)], follows: [.driving]) {
      $0.container.makeStatusProvider()
    },
    .scene(
      .driving,
      [
        .sees("A ride is offered"), .presses(.character("a")), .sees("Pick up Ada"),
        .presses(.enter), .sees("Wait for Ada"), .presses(.enter), .sees("Ask Ada"),
        .types("4711"), .presses(.enter), .sees("Take Ada"),
        .presses(.enter), .sees("Complete the trip here?"), .types("y"), .sees("rate Ada"),
        .presses(.character("5")), .sees("A ride is offered"),
      ]
    ) { DrivingScenes($0) },
    .scene(
      .driving,
      [
        .sees("A ride is offered"), .presses(.character("a")), .sees("Pick up Ada"),
        .presses(.character("b")), .sees("Block Ada?"), .presses(.escape), .sees("Pick up Ada"),
      ]
    ) { DrivingScenes($0) },
    .scene(
      .driving,
      [
        .sees("A ride is offered"), .presses(.character("d")), .sees("Waiting for a ride"),
        .presses(.character("o")), .sees("You are offline."),
      ], follows: [.driving]
    ) { DrivingScenes($0) },
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
      ["drive", "arrive"], ["drive", "start", "4711"], ["drive", "complete"],
      ["drive", "cancel", "--reason", "other"], ["drive", "rate", "5"], ["drive", "history"],
      ["drive", "block", "ride-1"], ["drive", "unblock", "ride-1"],
    ]
  ) { TestContext(console: $1, container: $0) }
}

@MainActor extension ScriptedTerminal {
  /// Writes a panel as a terminal shows it that prints lines.
  fileprivate func write(_ panel: DrivingPanel) throws {
    for line in panel.lines { try writeLine(line) }
  }
}
