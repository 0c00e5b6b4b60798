import Basics
import Core
import CoreTesting
import Testing

@testable import Auth

/// The contract that every store of sessions keeps.
struct UserSessionDataStoreTests {
  enum Implementation: CaseIterable {
    case memory, file

    func makeStore(in folder: TemporaryFolder) -> any UserSessionDataStore {
      switch self {
      case .memory: InMemoryUserSessionDataStore()
      case .file: FileUserSessionDataStore(path: "\(folder.path)/session/session.json")
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: Implementation.allCases)
  func `A new store has no session`(implementation: Implementation) async throws {
    let store = implementation.makeStore(in: folder)

    #expect(try await store.readUserSession() == nil)
  }

  @Test(arguments: Implementation.allCases)
  func `The session saved last is read`(implementation: Implementation) async throws {
    let store = implementation.makeStore(in: folder)
    let other = UserSession.sample(token: "other")

    try await store.save(other)
    try await store.save(.johnny)

    #expect(try await store.readUserSession() == .johnny)
  }

  @Test(arguments: Implementation.allCases)
  func `A deleted session is gone, and deleting again is no error`(
    implementation: Implementation
  ) async throws {
    let store = implementation.makeStore(in: folder)
    try await store.save(.johnny)

    try await store.delete()
    try await store.delete()

    #expect(try await store.readUserSession() == nil)
  }

  @Test(arguments: Implementation.allCases)
  func `Saving at once from many tasks leaves one whole session`(
    implementation: Implementation
  ) async throws {
    let store = implementation.makeStore(in: folder)

    try await withThrowingTaskGroup { group in
      for _ in 1...50 {
        group.addTask { try await store.save(.johnny) }
      }
      try await group.waitForAll()
    }

    #expect(try await store.readUserSession() == .johnny)
  }
}
