import BasicsTesting
import Composition
import CompositionTesting
import Core
import CoreTesting
import Foundation
import Onboarding
import ScopeTesting
import Terminal
import TerminalTesting
import Testing

@testable import koober

/// Every maker of the app's scopes is proven; a new one without a proof is found in the sources. What the
/// features' containers make is proven in their packages, and here by what their menus lead to.
@MainActor
struct MakerTests {
  private let machine: TestMachine
  private let app: AppContainer

  init() throws {
    machine = try TestMachine()
    app = try machine.openProcessScope()
  }

  @Test func `Every maker in the sources has a proof`() throws {
    let features = try ProofSources.scopePackages().filter { !Self.packages.contains($0) }
    let declared = try ProofSources.productFiles(of: []).flatMap(Self.makers)
      .filter { maker in !features.contains { maker.hasSuffix(".make\($0)Container") } }

    #expect(Set(declared).count >= 10)
    #expect(Set(declared) == Set(Makers.all.map(\.maker)))
  }

  /// The packages with containers of which `Makers` knows each.
  private static let packages = ["Auth", "Core", "Onboarding", "Sharing", "SignedIn"]

  @Test(arguments: Makers.all.map(\.maker))
  func `What a maker makes, shown and left, is gone with its scope`(maker: String) async throws {
    let call = try #require(Makers.all.first { $0.maker == maker }).call
    let session = try await signUp()
    var watch = ObjectWatch()

    try await use(call, session: session, watching: &watch)
    // What was under way when the screen was left comes to its end.
    try? await eventually("the end of what was made") { watch.survivors.isEmpty }

    #expect(watch.survivors == [], "\(maker) made what is still alive")
    #if DEBUG
      #expect(app.services.lifetimeMonitor.scopesAlive == [], "\(maker) keeps a scope alive")
    #endif
  }

  @Test(arguments: [Feature].all.indices)
  func `What a feature's menu leads to is gone with its scope`(feature: Int) async throws {
    let session = try await signUp()
    var watch = ObjectWatch()

    try await use({ [Feature].all[feature].menu($0.scope) }, session: session, watching: &watch)
    // What was under way when the screen was left comes to its end.
    try? await eventually("the end of what was made") { watch.survivors.isEmpty }

    #expect(watch.survivors == [])
  }

  /// Makes it, shows what can be shown, leaves it and lets go of every scope.
  private func use(
    _ call: Makers.Call, session: UserSession, watching watch: inout ObjectWatch
  ) async throws {
    let scopes = OpenScopes(app: app, session: session)
    let made = try await call(scopes)
    let process = Set(
      ObjectGraph(of: [app, app.coreContainer, app.authContainer] as [Any]).objects
        .map(ObjectIdentifier.init))
    for object in ObjectGraph(of: made).objects where !process.contains(ObjectIdentifier(object)) {
      watch.watch(object)
    }
    for product in made { try await show(product, in: scopes, watching: &watch) }
  }

  /// Shows what a menu leads to, and leaves it.
  private func show(
    _ product: Any, in scopes: OpenScopes, watching watch: inout ObjectWatch
  ) async throws {
    let terminal = ScriptedTerminal(.terminal())
    let navigator = scopes.navigator
    let run: @MainActor () async throws -> NavigationEnd
    switch product {
    case let item as MenuItem:
      let action = item.action(in: navigator)
      [action].perform(action.key)
      let screen = try #require(navigator.top)
      navigator.close()
      watch.watch(screen)
      run = { try await navigator.run(from: screen, on: terminal) }
    default: return
    }
    let left = Task { try await run() }
    try await terminal.waitForFrame { _ in true }
    if let top = navigator.top { watch.watch(top) }
    navigator.quit()
    _ = try await left.outcome()
  }

  private func signUp() async throws -> UserSession {
    try await app.openSignedOutScope().makeOnboardingContainer().signUp(.johnny)
    return try #require(try await app.userSessionRepository.readUserSession())
  }

  /// The makers that a file declares, with their types.
  private static func makers(in file: String) throws -> [String] {
    let type =
      /^(?:public |final |@MainActor )*(?:extension|struct|class) (\w+(?:Container|Flow))\b/
    let maker = /^  (?:public |package |@MainActor )*func ((?:make|open)[A-Z]\w*)/
    var current: Substring?
    return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      .compactMap { line in
        if let match = line.firstMatch(of: type) { current = match.output.1 }
        if line == "}" { current = nil }
        guard let current, let match = line.firstMatch(of: maker) else { return nil }
        return "\(current).\(match.output.1)"
      }
  }
}
