import Basics
import CloudDomain
import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Cloud
@testable import CloudStore

struct RemovedDatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "cloud.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func expectRemoved(_ body: () throws -> Void) {
    let failure = #expect(throws: StoreError.self) { try body() }
    guard case .file(let failure)? = failure else { return }
    #expect(failure.reason.contains("removed or replaced"))
  }

  @Test(arguments: [false, true])
  func `No write to a removed file is acknowledged`(isReplaced: Bool) throws {
    let store = SQLStore.sqlite(.file(path: path), connections: 2)
    try store.addRider("ann")

    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    if isReplaced { try SQLStore.sqlite(.file(path: path)).addRider("bob") }

    expectRemoved { try store.addRider("carl") }
    expectRemoved { try store.record(.readinessCheck, at: .noon) }
  }

  @Test func `A connection that is opened later makes no new file`() throws {
    let store = SQLStore.sqlite(.file(path: path), connections: 2)
    try store.addRider("ann")
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }

    // The connection that is open is lent, so another one is opened.
    expectRemoved {
      try store.database.read { (_) throws(StoreError) in
        try store.database.read { (_) throws(StoreError) in }
      }
    }
    #expect(access(path, F_OK) != 0)
  }
}
