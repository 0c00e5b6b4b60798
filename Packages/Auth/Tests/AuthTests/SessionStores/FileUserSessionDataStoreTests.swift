import Basics
import Core
import CoreTesting
import Glibc
import Testing

@testable import Auth

struct FileUserSessionDataStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: FileUserSessionDataStore

  init() throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/private/session.json"
    store = FileUserSessionDataStore(path: path)
  }

  @Test func `Another store on the same file reads the session`() async throws {
    try await store.save([1])

    #expect(try FileUserSessionDataStore(path: path).read() == [1])
  }

  @Test func `The file and its folder are the owner's alone`() async throws {
    try await store.save([1])

    #expect(try permissions(of: path) == 0o600)
    #expect(try permissions(of: "\(folder.path)/private") == 0o700)
  }

  @Test(arguments: ["", "garbage", "{}", "bplist00", "[[[["])
  func `An unreadable session is named with its repair`(content: String) async throws {
    try PrivateFile(path: path).write(Array(content.utf8))
    let repository = KooberUserSessionRepository(
      dataStore: store, coder: JSONUserSessionCoder(), remoteAPI: FakeAuthRemoteAPI())

    let failure = await #expect(throws: FileError.self) { try await repository.readUserSession() }

    #expect(failure?.kind == .corrupt)
    #expect(failure?.path == path)
    #expect(failure?.problem.hint == "Sign in again to store a new one.")
  }

  @Test func `The file of earlier versions goes with the next sign-in, and is never read`()
    async throws
  {
    let former = PrivateFile(path: "\(folder.path)/private/session.plist")
    try former.write(Array("bplist00".utf8))

    #expect(try store.read() == nil)
    try await store.save([1])

    #expect(try former.read() == nil)
  }

  @Test func `The file of earlier versions goes with the next sign-out`() async throws {
    let former = PrivateFile(path: "\(folder.path)/private/session.plist")
    try former.write(Array("bplist00".utf8))

    try await store.delete()

    #expect(try former.read() == nil)
  }

  private func permissions(of path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }
}
