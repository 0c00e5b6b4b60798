import BasicsTesting
import Composition
import Core
import CoreTesting
import FeatureFlags
import ScopeTesting
import Terminal
import TerminalTesting
import Testing

@testable import Driving
@testable import Sharing
@testable import SignedIn
@testable import koober

/// What one rider leaves to the next one in the same process: nothing.
@MainActor
struct RiderSequenceTests {
  private let machine: TestMachine
  private let app: AppContainer
  private let johnny = UserSession.johnny
  private let ada = UserSession.sample(of: .ada, token: "adas-token")

  init() throws {
    machine = try TestMachine()
    app = try machine.openProcessScope()
  }

  @Test func `The features of a rider hear one stream, and two riders two`() {
    let (first, second) = (app.openRiderScope(of: johnny), app.openRiderScope(of: ada))

    for scope in [first, second] {
      let stream = scope.container.liveEvents
      #expect(scope.signedIn.liveEvents === stream)
      #expect(scope.sharing.liveEvents === stream)
      #expect(scope.driving.dependencies.liveEvents === stream)
    }
    #expect(first.container.liveEvents !== second.container.liveEvents)
  }

  @Test func `Flags choose for the rider, and before a sign-in for the installation`() {
    let (first, second) = (app.openRiderScope(of: johnny), app.openRiderScope(of: ada))

    #expect(first.container.flagScope.context.targetingKey == johnny.flagSubject)
    #expect(second.container.flagScope.context.targetingKey == ada.flagSubject)
    #expect(app.openSignedOutScope().flagScope.context.targetingKey == app.installation)
    #expect(app.flagScope.context.targetingKey == app.installation)
    #expect(johnny.flagSubject != ada.flagSubject && johnny.flagSubject != app.installation)
  }

  @Test func `What a rider does counts in the rider's own scope`() throws {
    let rider = app.openRiderScope(of: johnny).container

    let own = try #require(rider.cloudObserver as? ConversionObserver)
    let process = try #require(app.cloudObserver as? ConversionObserver)
    #expect(own.flagScope === rider.flagScope)
    #expect(process.flagScope === app.flagScope)
  }

  @Test func `The late end of a session leaves the next rider's screens alone`() {
    let main = app.mainViewModel
    var left = 0
    main.signedIn(to: johnny)
    main.signedIn(to: ada)
    main.leaveScreens = {
      left += 1
      return []
    }

    main.sessionEnded(johnny)
    #expect(main.scene == .signedIn(ada))
    #expect(left == 0)
    main.sessionEnded(ada)
    #expect(main.scene == .onboarding)
    #expect(left == 1)
    #expect(main.takeInterruptedScenes(of: johnny) == [])
  }

  @Test func `A rider's own sign-out is known to all who ask in the rider's name`() {
    let scope = app.openRiderScope(of: johnny)

    for transport in [app.cloudTransport, scope.container.cloudTransport] {
      #expect(ObjectGraph(of: transport).objects.contains { $0 === app.sessionEndings })
    }
  }

  @Test func `After the screens nothing of the rider is left in the process`() async throws {
    try await app.openSignedOutScope().makeOnboardingContainer().signUp(.johnny)
    let terminal = ScriptedTerminal(.terminal())
    let app = try AppContainer(
      dependency: machine.dependency(terminal), options: GlobalOptions(), terminal: terminal)
    _ = (app.coreContainer, app.authContainer)
    let scopes = app.services.lifetimeMonitor.scopesAlive
    let known = Set(ObjectGraph(of: app).objects.map(ObjectIdentifier.init))
    let run = Task { try await Application(container: app).run() }
    try await terminal.waitForFrame(containing: "cars nearby")
    terminal.type("q")
    try await run.outcome()

    let left = ObjectGraph(of: app).objects.filter { !known.contains(ObjectIdentifier($0)) }
      .map { String(reflecting: type(of: $0)) }
    #expect(left.filter { !$0.hasPrefix("Core.") && !$0.hasPrefix("Cloud") } == [])
    #expect(app.mainViewModel.leaveScreens() == [])
    // What a lock holds is not found among the objects. The last tasks of the screens end by themselves.
    try await eventually("the end of the rider's scopes") {
      app.services.lifetimeMonitor.scopesAlive == scopes
    }
  }
}
