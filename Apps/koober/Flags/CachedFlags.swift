import Basics
import Core
import FeatureFlags
import FoundationEssentials
import Glibc

/// The flag definitions of a cloud on the network, copied to this machine, so that a scope can begin
/// without waiting for the network.
actor CachedFlags {
  /// The age after which a copy is renewed, in seconds.
  static let largestAge: TimeInterval = 60

  /// The last response of the cloud.
  private struct Check: Codable {
    let entityTag: String?
    let time: Date
  }

  private let definitions: PrivateFile
  private let checkFile: PrivateFile
  private let wallClock: any WallClock
  private var check: Check?

  /// Keeps the copy in a file, and what was heard of it in another beside it.
  init(path: String, wallClock: any WallClock) {
    definitions = PrivateFile(path: path)
    checkFile = PrivateFile(path: "\(path).check")
    self.wallClock = wallClock
  }

  /// Whether nothing of the cloud is on this machine yet.
  var isEmpty: Bool { access(definitions.path, F_OK) != 0 }

  /// Asks the cloud whether its definitions have changed, if the copy is old.
  ///
  /// The copy makes nothing worse: what cannot be fetched, understood or kept stays as it was.
  func refresh(through transport: any CloudTransport) async {
    let last = check ?? readCheck()
    if let last, abs(last.time.timeIntervalSince(wallClock.now)) < Self.largestAge { return }
    // From here on others do not ask, too.
    check = Check(entityTag: last?.entityTag, time: wallClock.now)
    let client = CloudClient(transport: transport)
    guard let answer = try? await client.callUnlessSame(CloudAPI.flags, entityTag: last?.entityTag)
    else { return keepCheck() }
    guard let content = try? JSONCoding.encode(answer.response),
      (try? FlagDefinitions(parsing: Array(content))) != nil,
      (try? definitions.write(Array(content))) != nil
    else { return }
    check = Check(entityTag: answer.entityTag, time: wallClock.now)
    keepCheck()
  }

  private func readCheck() -> Check? {
    // A tag without its definitions would keep them from being fetched.
    guard access(definitions.path, F_OK) == 0, let content = (try? checkFile.read()) ?? nil
    else { return nil }
    return try? JSONCoding.decode(Check.self, from: Data(content))
  }

  private func keepCheck() {
    guard let check, let content = try? JSONCoding.encode(check) else { return }
    try? checkFile.write(Array(content))
  }
}

/// Looks for new flag definitions whenever the cloud has answered and the copy of them is old: a
/// command that does not need the cloud does not wait for it, a program that runs long notices.
struct FlagFetchingTransport: CloudTransport {
  let transport: any CloudTransport
  let cachedFlags: CachedFlags

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    let response = try await transport.send(request)
    await cachedFlags.refresh(through: transport)
    return response
  }
}
