import Basics
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import koober

/// Two processes that keep one copy of a cloud's flag definitions.
struct CachedFlagsTests {
  /// A cloud whose flags have not changed; something else happens before it says so.
  private struct UnchangedCloud: RequestTransport {
    let whileAsked: @Sendable () async -> Void

    func send(_ request: CloudRequest) async -> CloudResponse {
      await whileAsked()
      return CloudResponse(status: 304, body: Data())
    }
  }

  private let folder: TemporaryFolder
  private let clock = ManualWallClock()
  private let flags: CachedFlags
  private let otherFlags: CachedFlags

  init() throws {
    folder = try TemporaryFolder()
    flags = CachedFlags(path: folder.path(of: "flags.json"), wallClock: clock)
    otherFlags = CachedFlags(path: folder.path(of: "flags.json"), wallClock: clock)
  }

  @Test func `The tag that is sent is that of the copy, whichever process has fetched it`()
    async throws
  {
    try await fetch("1", with: flags)
    try await fetch("2", with: otherFlags)

    #expect(await tagSent(by: flags) == "2")
  }

  @Test func `A copy that another process renews meanwhile keeps its tag`() async throws {
    try await fetch("1", with: flags)
    clock.advance(by: .seconds(61))

    await flags.refresh(
      through: UnchangedCloud { [otherFlags] in
        clock.advance(by: .seconds(61))
        try? await fetch("2", with: otherFlags)
      })

    let path = folder.path(of: "flags.json")
    #expect(await tagSent(by: CachedFlags(path: path, wallClock: clock)) == "2")
  }

  /// Fetches definitions with a tag, a minute after the last request.
  private func fetch(_ tag: String, with flags: CachedFlags) async throws {
    clock.advance(by: .seconds(61))
    let document: JSON.Object = ["flags": [:]]
    await flags.refresh(
      through: ScriptedCloudTransport([
        .success(
          CloudResponse(status: 200, body: try JSONCoding.encode(document), entityTag: tag))
      ]))
  }

  /// Returns the tag with which the definitions are asked for a minute later.
  private func tagSent(by flags: CachedFlags) async -> String? {
    clock.advance(by: .seconds(61))
    let transport = ScriptedCloudTransport([])
    await flags.refresh(through: transport)
    guard case .noneMatch(let tag) = await transport.requests.first?.condition else { return nil }
    return tag
  }
}
