import Basics
import Composition
import Core
import CoreTesting
import FoundationEssentials
import Onboarding
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn
@testable import koober

/// What the hierarchy of containers promises about lives and identities.
@MainActor
struct ScopeTests {
  private let machine: TestMachine
  private let container: AppContainer

  init() throws {
    machine = try TestMachine()
    let terminal = ScriptedTerminal()
    let dependency = machine.dependency(terminal)
    container = try AppContainer(
      dependency: dependency, options: GlobalOptions(), terminal: terminal)
  }

  @Test func `A container reads, writes and prints nothing when it is made`() throws {
    let terminal = ScriptedTerminal()
    let dependency = machine.dependency(terminal)
    let configuration = try AppConfiguration(dependency, options: GlobalOptions())
    // Whatever reads one of these from here on has something to report.
    for path in [configuration.folders.riderFlags, configuration.folders.riderLocation] {
      try PrivateFile(path: path).write(Array("{".utf8))
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: machine.home.path)

    let app = AppContainer(
      dependency: dependency, configuration: configuration, terminal: terminal)
    let rider = RiderContainer(parent: app, session: .johnny)
    let signedOut = SignedOutContainer(parent: app)
    _ = (app.authContainer, app.coreContainer, signedOut.makeOnboardingContainer())
    _ = app.makePlaces()
    _ = (rider.makeSignedInContainer(), rider.makeSharingContainer(), rider.makePlaces())

    let left = try FileManager.default.subpathsOfDirectory(atPath: machine.home.path)
    #expect(Set(left) == Set(files))
    #expect(terminal.output + terminal.error == "")
  }

  @Test func `Launch decides for the signed-out scope on an empty machine`() async throws {
    try await container.openSignedOutScope().makeOnboardingContainer().launch { throw $0 }

    #expect(container.mainViewModel.scene == .onboarding)
  }

  @Test func `A sign-up opens the signed-in scope, a sign-out closes it`() async throws {
    try await container.openSignedOutScope().makeOnboardingContainer().signUp(.johnny)
    guard case .signedIn(let session) = container.mainViewModel.scene else {
      Issue.record("nobody is signed in")
      return
    }
    #expect(session.profile.email == "johnny@gmail.com")

    _ = try await container.openRiderScope(of: session).signedIn.signOut()

    #expect(container.mainViewModel.scene == .onboarding)
  }

  @Test func `After sign-out nothing of the signed-in scope is alive, a new one shares nothing`()
    async throws
  {
    let first = try await openSignedInScope()
    weak let firstCache = first.value?.rideOptionRepository
    #expect(firstCache != nil)

    _ = try await first.value?.signOut()
    first.value = nil
    #expect(firstCache == nil)

    let second = try await openSignedInScope()
    #expect(second.value?.rideOptionRepository != nil)
  }

  private final class Box {
    var value: SignedInContainer?

    init(_ value: SignedInContainer) {
      self.value = value
    }
  }

  private func openSignedInScope() async throws -> Box {
    let onboarding = container.openSignedOutScope().makeOnboardingContainer()
    if container.mainViewModel.scene == .launching {
      try await onboarding.signUp(.johnny)
    } else {
      try await onboarding.signIn(
        with: Credentials(email: NewAccount.johnny.email, password: NewAccount.johnny.password))
    }
    guard case .signedIn(let session) = container.mainViewModel.scene else {
      throw CancellationError()
    }
    return Box(container.openRiderScope(of: session).signedIn)
  }
}
