import BasicsTesting
import Basics
import CoreTesting
import Testing

@testable import Auth

/// The contract that every store of sessions keeps.
struct UserSessionDataStoreTests {
  enum Implementation: CaseIterable {
    case memory, file, secretWithoutDesktop

    func makeStore(in folder: TemporaryFolder) -> any UserSessionDataStore {
      let path = "\(folder.path)/session/session.json"
      return switch self {
      case .memory: InMemoryUserSessionDataStore()
      case .file: FileUserSessionDataStore(path: path)
      case .secretWithoutDesktop: SecretUserSessionDataStore(path: path, hasSessionBus: false)
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: Implementation.allCases)
  func `The store keeps what is saved last until it is deleted`(
    implementation: Implementation
  ) async throws {
    try await UserSessionDataStoreContract(store: implementation.makeStore(in: folder)).check()
  }

  @Test(arguments: Implementation.allCases)
  func `Without a desktop, no store says that it encrypts`(implementation: Implementation) async {
    let description = await implementation.makeStore(in: folder).description

    #expect(!description.encrypted)
  }

  @Test(arguments: Implementation.allCases)
  func `Saving at once from many tasks leaves one whole session`(
    implementation: Implementation
  ) async throws {
    let store = implementation.makeStore(in: folder)

    try await withThrowingTaskGroup { group in
      for _ in 1...50 {
        group.addTask { try await store.save([1, 2, 3]) }
      }
      try await group.waitForAll()
    }

    #expect(try await store.read() == [1, 2, 3])
  }

  @MainActor @Test(arguments: [Implementation.file, .secretWithoutDesktop])
  func `A screen goes on while the file of the session is locked`(
    implementation: Implementation
  ) async throws {
    let store = implementation.makeStore(in: folder)
    try await store.save([1])
    let changes: [Task<Void, any Error>]
    do {
      let lock = try FileLock(path: "\(folder.path)/session/session.json.new")
      defer { extendLifetime(lock) }
      // Where they began, on the thread of the screen, they would wait for what follows.
      changes = [
        Task.immediate { try await store.save([2]) }, Task.immediate { try await store.delete() },
      ]
    }

    for change in changes { try await change.outcome("a change of the session") }
  }
}

/// The contract of every store.
struct UserSessionDataStoreContract {
  let store: any UserSessionDataStore

  func check() async throws {
    #expect(try await store.read() == nil)

    try await store.save(Array("one".utf8))
    try await store.save(Array("two, ö".utf8))
    #expect(try await store.read() == Array("two, ö".utf8))

    try await store.delete()
    try await store.delete()
    #expect(try await store.read() == nil)
  }
}
