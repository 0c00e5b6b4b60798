import BasicsTesting
import Core
import CoreTesting
import FeatureTesting
import ScopeTesting
import Terminal
import Testing

/// Each proof with Koober's cloud, events or commands is seen to fail, and to pass.
struct FeatureProofTests {
  @Test func `A scope that keeps the rules has no violation`() async throws {
    #expect(try await messages() == [])
  }

  @Test func `A screen that does not follow an event of the stream is found`() async throws {
    let found = try await messages(.deaf)

    #expect(
      found == ["makeScreen does not follow 'friends': it shows the same, and asks for nothing."])
  }

  @Test func `A request with another value is found`() async throws {
    let found = try await messages(.otherRequest)

    #expect(
      found.first?.hasPrefix(
        "list sends\n  get news limit=7\ninstead of\n  get news limit=5\n") == true, "\(found)")
  }

  @Test func `A command without a line is found`() async throws {
    let found = try await messages(lines: [["list"]])

    #expect(found == ["No command line of 'makers' runs 'read'."])
  }

  private func messages(
    _ mistake: Mistake = .none, lines: [CommandLineInput] = [["list"], ["read"]]
  ) async throws -> [String] {
    let scope = ScopeUnderTest(
      of: "FeatureTestingTests", parent: { $0 },
      open: { surroundings in
        NewsContainer(
          cloud: surroundings.ports.recording(
            RoutedCloudTransport { _ in try .refusal(.notFound) }),
          services: surroundings.services, mistake: mistake)
      },
      makers: [
        .make("makeScreen", [.sees("news")], follows: [.friends]) {
          $0.container.makeScreen(navigator: $0.navigator)
        }
      ]
        + .commands([.list, .read], lines) { NewsContext(console: $1, container: $0) })
    var messages: [String] = []
    for proof in scope.proofs {
      do {
        // Each mistake that is found costs a wait that fails.
        try await WaitBound.$rounds.withValue(10) { try await proof.check() }
      } catch let violations as ScopeViolations {
        messages += violations.messages
      }
    }
    return messages
  }
}
