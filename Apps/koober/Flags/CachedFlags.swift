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
    var entityTag: String?
    let time: Date
  }

  private let definitions: PrivateFile
  private let checkFile: PrivateFile
  private let wallClock: any WallClock
  /// When this process asked last.
  private var lastRequest: Date?

  /// Caches the definitions; a sidecar file holds their entity tag and the time of the last check.
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
    guard lastRequest.map({ wallClock.steadyNow < $0 + Self.largestAge }) != true else { return }
    let last = check(in: (try? checkFile.read()) ?? nil)
    guard !isRecent(last?.time) else { return }
    // From here on others do not ask, too.
    lastRequest = wallClock.steadyNow
    let answer = try? await CloudClient(transport: transport)
      .callUnlessSame(CloudAPI.flags, parameters: Empty(), entityTag: last?.entityTag)
    try? keep(answer ?? nil)
  }

  private func isRecent(_ time: Date?) -> Bool {
    time.map { abs($0.timeIntervalSince(wallClock.now)) < Self.largestAge } ?? false
  }

  /// Keeps new definitions, or the time at which there were none.
  ///
  /// Both files change under one lock, so that the tag is always that of the definitions beside it,
  /// whichever process has fetched them.
  private func keep(_ answer: TaggedResponse<JSON.Object>?) throws(FileError) {
    try checkFile.update { content throws(FileError) in
      var check = Check(entityTag: check(in: content)?.entityTag, time: wallClock.now)
      if let answer {
        guard let document = try? JSONCoding.encode(answer.response),
          (try? FlagDefinitions(parsing: Array(document))) != nil
        else { return nil }
        try definitions.write(Array(document))
        check.entityTag = answer.entityTag
      }
      return (try? JSONCoding.encode(check)).map(Array.init)
    }
  }

  private func check(in content: [UInt8]?) -> Check? {
    // A tag without its definitions would keep them from being fetched.
    guard !isEmpty, let content else { return nil }
    return try? JSONCoding.decode(Check.self, from: Data(content))
  }
}

/// Looks for new flag definitions whenever the cloud has answered and the copy of them is old: a
/// command that does not need the cloud does not wait for it, a program that runs long notices.
struct FlagFetchingTransport: CloudTransport {
  let transport: any CloudTransport
  let cachedFlags: CachedFlags

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    guard let receive else {
      let response = try await transport.send(request)
      await cachedFlags.refresh(through: transport)
      return response
    }
    return try await transport.send(request) { event in
      receive(event)
      // A program that follows what changes asks for nothing.
      Task { await cachedFlags.refresh(through: transport) }
    }
  }
}
