import Core
import CSodium

/// How much work a password hash costs.
public struct PasswordHashingCost: Equatable, Sendable {
  /// How often the memory is passed through.
  public let passes: Int
  /// How much memory is filled, in bytes.
  public let memory: Int

  /// Two passes over 64 MiB: about a tenth of a second. Source: libsodium, "The Argon2 function",
  /// `crypto_pwhash_OPSLIMIT_INTERACTIVE`; RFC 9106, section 4, second recommendation.
  public static let interactive = PasswordHashingCost(passes: 2, memory: 64 << 20)

  /// The least that Argon2id accepts; for tests.
  public static let cheapest = PasswordHashingCost(passes: 1, memory: 8 << 10)
}

/// Hashes passwords with Argon2id and compares them with their hashes.
struct PasswordHasher: Sendable {
  /// There was not enough memory to hash.
  struct OutOfMemoryError: Error {}

  /// Returns the key of a password, or `nil` without the memory for it.
  typealias KeyDerivation =
    @Sendable (_ password: Secret, _ salt: [UInt8], _ cost: PasswordHashingCost) -> [UInt8]?

  let cost: PasswordHashingCost
  var deriveKey: KeyDerivation = Argon2id.key

  /// Returns a new hash with its salt and cost in the PHC string format.
  func hash(_ password: Secret) throws(OutOfMemoryError) -> String {
    var salt = [UInt8](repeating: 0, count: Argon2id.saltLength)
    randombytes_buf(&salt, salt.count)
    let key = try key(of: password, salt: salt, cost: cost)
    return Argon2id.Hash(cost: cost, salt: salt, key: key).description
  }

  /// Whether the password matches the hash; `false` for an invalid hash.
  func isPassword(_ password: Secret, of hash: String) throws(OutOfMemoryError) -> Bool {
    guard let hash = Argon2id.Hash(hash) else { return false }
    let key = try key(of: password, salt: hash.salt, cost: hash.cost)
    return key.count == hash.key.count && sodium_memcmp(key, hash.key, key.count) == 0
  }

  /// Whether the hash was made with another cost than hashes are made with now.
  func isOutdated(_ hash: String) -> Bool { Argon2id.Hash(hash)?.cost != cost }

  /// A hash that belongs to no password; comparing with it takes as long as with a real one.
  var dummyHash: String {
    let zeros = [UInt8](repeating: 0, count: Argon2id.keyLength)
    return Argon2id.Hash(
      cost: cost, salt: Array(zeros.prefix(Argon2id.saltLength)), key: zeros
    ).description
  }

  private func key(
    of password: Secret, salt: [UInt8], cost: PasswordHashingCost
  ) throws(OutOfMemoryError) -> [UInt8] {
    guard let key = deriveKey(password, salt, cost) else { throw OutOfMemoryError() }
    return key
  }
}
