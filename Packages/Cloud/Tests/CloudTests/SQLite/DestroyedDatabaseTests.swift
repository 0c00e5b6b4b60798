import Basics
import CloudDomain
import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Cloud
@testable import CloudStore

/// Databases whose file is overwritten while connections to it are open.
struct DestroyedDatabaseTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path(of: "cloud.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Overwrites a file's pages from one on.
  private func destroy(from page: Int) throws {
    let size = try #require(try FileStatus(of: path)?.size)
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    let noise = [UInt8](repeating: 0x55, count: Int(size) - page * 4096)
    #expect(pwrite(descriptor, noise, noise.count, off_t(page * 4096)) == noise.count)
  }

  @Test(arguments: [0, 1])
  func `A sample is read from the disk, not from a connection's memory`(page: Int) throws {
    let store = SQLStore.sqlite(.file(path: path))
    try store.addRider("ann")
    try store.database.eraseDeleted()
    try store.readSample(0)

    try destroy(from: page)

    let failure = #expect(throws: StoreError.self) { try store.readSample(0) }
    guard case .file(let failure)? = failure else { return }
    #expect(failure.kind == .corrupt)
    #expect(failure.remedy.contains("koober-cloud restore"))
  }
}
