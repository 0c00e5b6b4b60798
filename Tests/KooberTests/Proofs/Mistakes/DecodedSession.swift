import Core

/// Reads a session from a document of its own.
struct StoredRider: Decodable {
  #if MISTAKE
    let session: UserSession
  #else
    let session: IssuedSession
  #endif
}
