import Composition
import CompositionTesting
import Testing

struct AsyncFactoryStubTests {
  private struct Refused: Error {}

  private final class Session: AsyncFactoryModule, Sendable {
    typealias Dependency = String
    typealias Payload = Int

    let text: String

    init(dependency: String, payload: Int) async throws {
      text = "\(dependency) \(payload)"
    }
  }

  @Test func `A closure takes the place of the module's initialiser`() async throws {
    let factory: Session.Factory = .stub { try await Session(dependency: "stub", payload: $0) }

    #expect(try await factory.create(payload: 1).text == "stub 1")
  }

  @Test func `A stub may fail`() async {
    let factory: Session.Factory = .stub { _ in throw Refused() }

    await #expect(throws: Refused.self) { try await factory.create(payload: 1) }
  }

  @Test func `One instance is handed out for every payload`() async throws {
    let session = try await Session(dependency: "stub", payload: 0)
    let factory: Session.Factory = .stub(session)

    #expect(try await factory.create(payload: 2) === session)
  }
}
