import SourceEvidence

extension GraphChange {
  private typealias Edit = RecordedChange.Edit

  /// The session is written by another coder, a new implementation of the same port.
  public static let newImplementation = GraphChange(
    parts: RecordedChange(
      edits: [], newFiles: ["LengthUserSessionCoder.swift": lengthUserSessionCoder]),
    compositions: [
      .onDemand: RecordedChange(edits: onDemandEdits),
      .factoriesClass: RecordedChange(edits: coderEdits("KooberObjectFactories.swift")),
      .singleContainer: RecordedChange(edits: coderEdits("KooberContainer.swift")),
      .containerHierarchy: RecordedChange(edits: coderEdits("AppContainer.swift")),
    ])

  /// Each consumer makes its own repository.
  private static let onDemandEdits =
    [
      "          signedInResponder: main,\n          notSignedInResponder",
      "              signedInResponder: responder)\n          },\n",
      "              signedInResponder: responder)\n          })\n",
    ].map { consumer in
      Edit(
        "OnDemandComposition.swift", "LineUserSessionCoder()),\n\(consumer)",
        becomes: "LengthUserSessionCoder()),\n\(consumer)")
    } + coderEdits("OnDemandSignedInViewModelFactory.swift")

  private static func coderEdits(_ file: String) -> [Edit] {
    [Edit(file, "LineUserSessionCoder()", becomes: "LengthUserSessionCoder()")]
  }

  private static let lengthUserSessionCoder = """
    public struct LengthUserSessionCoder: UserSessionCoding {
      public init() {}

      public func encode(_ session: UserSession) -> [UInt8] {
        [UInt8(truncatingIfNeeded: session.email.utf8.count)]
          + Array(session.email.utf8) + Array(session.token.utf8)
      }

      public func decode(_ bytes: [UInt8]) throws(AuthenticationError) -> UserSession {
        guard let length = bytes.first.map(Int.init), bytes.count > length else {
          throw .unreadableSession
        }
        return UserSession(
          email: String(decoding: bytes[1...length], as: UTF8.self),
          token: String(decoding: bytes[(length + 1)...], as: UTF8.self))
      }
    }
    """
}
