import CloudStore
package import Core
import CSodium
import FoundationEssentials

/// Creates the tokens that prove riders' sessions, and the hashes that are stored instead.
package enum SessionTokens {
  /// Returns a token of 256 random bits in base64url without padding. Source: RFC 4648, section 5.
  static func make(_ randomBytes: any RandomBytes) -> Secret {
    let base64 = Data(randomBytes.bytes(count: 32)).base64EncodedString()
    let text = base64.replacing("+", with: "-").replacing("/", with: "_")
    return Secret(String(text.prefix { $0 != "=" }))
  }

  /// Returns the hash to keep. A token cannot be guessed, so a quick hash without salt is enough.
  package static func hash(_ token: Secret) -> [UInt8] { Digest.hash(Array(token.revealed.utf8)) }
}
