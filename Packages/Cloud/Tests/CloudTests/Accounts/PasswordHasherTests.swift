import Core
import Testing

@testable import Cloud

struct PasswordHasherTests {
  private let hasher = PasswordHasher(cost: .cheapest)

  @Test func `A hash belongs to its password only`() throws {
    let hash = try hasher.hash(Secret("correct horse"))

    #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(try hasher.isPassword(Secret("correct horse"), of: hash))
    for wrong in ["", "correct", "correct horse ", "Correct horse", "correct horse\u{0}"] {
      #expect(try hasher.isPassword(Secret(wrong), of: hash) == false)
    }
  }

  @Test func `A password counts behind a NUL character too`() throws {
    let hash = try hasher.hash(Secret("abc\u{0}def"))

    #expect(try hasher.isPassword(Secret("abc\u{0}def"), of: hash))
    #expect(try hasher.isPassword(Secret("abc\u{0}xyz"), of: hash) == false)
  }

  @Test func `Two hashes of a password differ`() throws {
    #expect(try hasher.hash(Secret("password")) != hasher.hash(Secret("password")))
  }

  @Test func `A hash is outdated when the cost changes`() throws {
    let hash = try hasher.hash(Secret("password"))

    #expect(!hasher.isOutdated(hash))
    #expect(PasswordHasher(cost: PasswordHashingCost(passes: 2, memory: 8 << 10)).isOutdated(hash))
    #expect(PasswordHasher(cost: PasswordHashingCost(passes: 1, memory: 16 << 10)).isOutdated(hash))
  }

  @Test(arguments: [PasswordHashingCost.cheapest, PasswordHashingCost(passes: 3, memory: 1 << 20)])
  func `The dummy hash costs as much as a real one`(cost: PasswordHashingCost) throws {
    let hasher = PasswordHasher(cost: cost)

    #expect(!hasher.isOutdated(hasher.dummyHash))
    #expect(try hasher.isPassword(Secret(""), of: hasher.dummyHash) == false)
  }

  /// Source: `crypto_pwhash_str_alg` of libsodium 1.0.18, 2 passes over 1 MiB.
  @Test func `A hash that libsodium made is read`() throws {
    let hash =
      "$argon2id$v=19$m=1024,t=2,p=1$c5ViodnTaLjMrmCpLRaqrA"
      + "$LEbQ5HQECXEaaBlk7pztU6Z5VF2R8lh5ZVn9m6vnM4Q"

    #expect(try hasher.isPassword(Secret("correct horse"), of: hash))
    #expect(try hasher.isPassword(Secret("wrong horse"), of: hash) == false)
    #expect(!PasswordHasher(cost: PasswordHashingCost(passes: 2, memory: 1 << 20)).isOutdated(hash))
  }

  @Test func `Without memory no password is wrong`() throws {
    let hash = try hasher.hash(Secret("correct horse"))
    var starved = hasher
    starved.deriveKey = { _, _, _ in nil }

    #expect(throws: PasswordHasher.OutOfMemoryError.self) {
      try starved.isPassword(Secret("correct horse"), of: hash)
    }
    #expect(throws: PasswordHasher.OutOfMemoryError.self) {
      try starved.hash(Secret("correct horse"))
    }
  }

  @Test(arguments: ["", "x", "$argon2id$", "$2y$10$abc"])
  func `What is no hash belongs to no password`(hash: String) throws {
    #expect(try hasher.isPassword(Secret("password"), of: hash) == false)
    #expect(hasher.isOutdated(hash))
  }
}
