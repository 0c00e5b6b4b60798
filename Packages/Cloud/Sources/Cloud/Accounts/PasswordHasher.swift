import Core
import CSodium
import Glibc

/// How much work a password hash costs.
public struct PasswordHashing: Equatable, Sendable {
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
  public static let interactive = PasswordHashing(passes: 2, memory: 64 << 20)

  /// The least that Argon2id accepts; for tests.
  public static let cheapest = PasswordHashing(passes: 1, memory: 8 << 10)
}

/// Hashes passwords with Argon2id and compares them with their hashes.
struct PasswordHasher: Sendable {
  /// There was not enough memory to hash.
  struct OutOfMemory: Error {}

  let cost: PasswordHashing

  /// Returns a new hash with its salt and cost in the PHC string format.
  func hash(_ password: Secret) throws(OutOfMemory) -> String {
    guard sodium_init() >= 0 else { throw OutOfMemory() }
    var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let text = password.revealed
    let code = crypto_pwhash_str_alg(
      &hash, text, UInt64(text.utf8.count), UInt64(cost.passes), cost.memory,
      crypto_pwhash_ALG_ARGON2ID13)
    guard code == 0 else { throw OutOfMemory() }
    return String(decoding: hash.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the password is the one that was hashed.
  func isPassword(_ password: Secret, of hash: String) throws(OutOfMemory) -> Bool {
    guard sodium_init() >= 0 else { throw OutOfMemory() }
    let text = password.revealed
    errno = 0
    let code = crypto_pwhash_str_verify(hash, text, UInt64(text.utf8.count))
    // libsodium answers -1 for both; only the failed allocation leaves an error number.
    if code != 0, errno == ENOMEM { throw OutOfMemory() }
    return code == 0
  }

  /// Whether the hash was made with another cost than hashes are made with now.
  func isOutdated(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(hash, UInt64(cost.passes), cost.memory) != 0
  }

  /// A hash that belongs to no password; comparing with it takes as long as with a real one.
  var hashOfNobody: String {
    let salt = String(repeating: "A", count: 22)
    let hash = String(repeating: "A", count: 43)
    return "$argon2id$v=19$m=\(cost.memory >> 10),t=\(cost.passes),p=1$\(salt)$\(hash)"
  }
}
