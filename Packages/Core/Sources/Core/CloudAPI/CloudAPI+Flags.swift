public import Basics

extension CloudAPI {
  public static let flags = Endpoint<Empty, Empty, JSON.Object>(
    "flags", .get, "/flags", access: .anyone, cost: .longRead, limit: .publicReads, isTagged: true,
    summary: "Returns the definitions of the flags, in flagd's format.")

  public static let replaceFlags = Endpoint<FlagReplacement, JSON.Object, Empty>(
    "replaceFlags", .put, "/flags", access: .administrator, cost: .longRead,
    limit: .writes, isTagged: true,
    summary: "Replaces the definitions of the flags, if they are still those that were read.")
}

/// The entry of the history of the flags for a replacement.
public struct FlagReplacement: Codable, Equatable, Sendable {
  /// Why, in one line of up to 500 characters.
  public let message: String?
  public init(message: String? = nil) { self.message = message }
}
