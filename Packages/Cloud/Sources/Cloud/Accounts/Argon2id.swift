import Core
import CSodium
import FoundationEssentials

/// Argon2id version 19 with one lane. Source: RFC 9106.
enum Argon2id {
  /// In bytes, as libsodium's own hashes have them.
  static let saltLength = 16
  static let keyLength = 32

  /// Returns the key of a password; `nil` when its memory cannot be allocated, and for no other reason,
  /// as the lengths fit. `crypto_pwhash_str_verify` does not tell that from a wrong password.
  static func key(_ password: Secret, salt: [UInt8], cost: PasswordHashingCost) -> [UInt8]? {
    guard sodium_init() >= 0, salt.count == saltLength else { return nil }
    var key = [UInt8](repeating: 0, count: keyLength)
    let text = password.revealed
    let code = crypto_pwhash(
      &key, UInt64(key.count), text, UInt64(text.utf8.count), salt, UInt64(cost.passes),
      cost.memory, crypto_pwhash_ALG_ARGON2ID13)
    return code == 0 ? key : nil
  }

  /// A hash as it is stored. Source: "PHC string format",
  /// https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md.
  struct Hash: CustomStringConvertible {
    let cost: PasswordHashingCost
    let salt: [UInt8]
    let key: [UInt8]
  }
}

extension Argon2id.Hash {
  /// Parses a hash; `nil` for an invalid one.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[1] == "argon2id", parts[2] == "v=19",
      let match = parts[3].wholeMatch(of: /m=([0-9]+),t=([0-9]+),p=1/),
      let kibibytes = Int(match.1), (8...4 << 20).contains(kibibytes),
      let passes = Int(match.2), (1...1000).contains(passes),
      let salt = Self.bytes(parts[4]), salt.count == Argon2id.saltLength,
      let key = Self.bytes(parts[5]), key.count == Argon2id.keyLength
    else { return nil }
    self.init(
      cost: PasswordHashingCost(passes: passes, memory: kibibytes << 10), salt: salt, key: key)
  }

  var description: String {
    "$argon2id$v=19$m=\(cost.memory >> 10),t=\(cost.passes),p=1"
      + "$\(Self.base64(salt))$\(Self.base64(key))"
  }

  /// Base64 without padding. Source: RFC 4648, section 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map(Array.init)
  }
}
