import Core
import CSodium
import Glibc

/// How much work a password hash costs.
public struct PasswordHashingCost: Equatable, Sendable {
  /// How often the memory is passed through.
  public let passes: Int
  /// How much memory is filled, in bytes.
  public let memory: Int

  /// Sets the cost.
  public init(passes: Int, memory: Int) {
    self.passes = passes
    self.memory = memory
  }

  /// Two passes over 64 MiB: about a tenth of a second. Source: libsodium, "The Argon2 function",
  /// `crypto_pwhash_OPSLIMIT_INTERACTIVE`; RFC 9106, section 4, second recommendation.
  public static let interactive = PasswordHashingCost(passes: 2, memory: 64 << 20)

  /// The least that Argon2id accepts; for tests.
  public static let cheapest = PasswordHashingCost(passes: 1, memory: 8 << 10)
}

/// Hashes passwords with Argon2id (RFC 9106) and compares them with their hashes, texts in the PHC
/// string format.
struct PasswordHasher: Sendable {
  /// There was not enough memory to hash.
  struct OutOfMemoryError: Error {}

  let cost: PasswordHashingCost
  /// Returns 0 when a hash belongs to a password of so many bytes, or else sets `errno` to `ENOMEM`
  /// when there was not enough memory.
  var verify:
    @Sendable (_ hash: UnsafePointer<CChar>, _ password: UnsafePointer<CChar>, UInt64) -> Int32 = {
      crypto_pwhash_str_verify($0, $1, $2)
    }

  /// Returns a new hash with its salt and cost.
  func hash(_ password: Secret) throws(OutOfMemoryError) -> String {
    var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let text = password.revealed
    guard sodium_init() >= 0,
      crypto_pwhash_str_alg(
        &hash, text, UInt64(text.utf8.count), UInt64(cost.passes), cost.memory,
        crypto_pwhash_ALG_ARGON2ID13) == 0
    else { throw OutOfMemoryError() }
    return String(decoding: hash.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the password matches the hash; `false` for an invalid hash.
  func isPassword(_ password: Secret, of hash: String) throws(OutOfMemoryError) -> Bool {
    guard Self.cost(of: hash) != nil else { return false }
    guard sodium_init() >= 0 else { throw OutOfMemoryError() }
    let text = password.revealed
    errno = 0
    if verify(hash, text, UInt64(text.utf8.count)) == 0 { return true }
    if errno == ENOMEM { throw OutOfMemoryError() }
    return false
  }

  /// Whether the hash was made with another cost than hashes are made with now.
  func isOutdated(_ hash: String) -> Bool { Self.cost(of: hash) != cost }

  /// A hash that belongs to no password; comparing with it takes as long as with a real one.
  var dummyHash: String {
    let (salt, key) = (String(repeating: "A", count: 22), String(repeating: "A", count: 43))
    return "$argon2id$v=19$m=\(cost.memory >> 10),t=\(cost.passes),p=1$\(salt)$\(key)"
  }

  /// Returns what a hash costs; `nil` for an invalid one, or one that costs far too much.
  private static func cost(of hash: String) -> PasswordHashingCost? {
    guard let match = hash.prefixMatch(of: /\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=1\$/),
      let kibibytes = Int(match.1), (8...4 << 20).contains(kibibytes),
      let passes = Int(match.2), (1...1000).contains(passes)
    else { return nil }
    return PasswordHashingCost(passes: passes, memory: kibibytes << 10)
  }
}
