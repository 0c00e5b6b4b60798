import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct SessionStoreTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `A session is found by the hash of its token until it is removed`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let second = SessionRecord.sample("ann", token: 2)
      try store.addSession(second, atMost: 9, now: .noon)

      #expect(try store.session(tokenHash: second.tokenHash) == second)
      #expect(try store.session(tokenHash: [0]) == nil)
      try store.removeSession(tokenHash: second.tokenHash, of: second.rider)
      try store.removeSession(tokenHash: second.tokenHash, of: second.rider)

      #expect(try store.session(tokenHash: second.tokenHash) == nil)
      let first = SessionRecord.sample("ann")
      #expect(
        try store.sessions(tokenHashes: [[0], first.tokenHash, second.tokenHash, first.tokenHash])
          == [nil, first, nil, first])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Expired sessions are gone after the next sign-in`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      for token in 2..<8 {
        let expired = SessionRecord.sample("ann", token: UInt8(token), expiresAt: .noon + 10)
        try store.addSession(expired, atMost: 9, now: .noon)
      }

      try store.addSession(.sample("ann", token: 9), atMost: 9, now: .noon + 10)

      let left = try (1..<10).filter { token in
        try store.session(tokenHash: SessionRecord.sample("ann", token: UInt8(token)).tokenHash)
          != nil
      }
      #expect(left == [1, 9])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A session expires later once it is extended`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let session = SessionRecord.sample("ann")

      try store.extendSession(tokenHash: session.tokenHash, to: .noon + 500)

      let extended = SessionRecord.sample("ann", expiresAt: .noon + 500)
      #expect(try store.session(tokenHash: session.tokenHash) == extended)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The oldest sessions of an account end when there are too many`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      for token in 2..<6 {
        let end = Date.noon + 1000 + Double(token)
        try store.addSession(
          .sample("ann", token: UInt8(token), endsAt: end), atMost: 3, now: .noon)
      }

      let left = try (1..<6).filter { token in
        try store.session(tokenHash: SessionRecord.sample("ann", token: UInt8(token)).tokenHash)
          != nil
      }
      #expect(left == [3, 4, 5])
      #expect(try store.session(tokenHash: SessionRecord.sample("bob").tokenHash) != nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `All sessions of a rider are removed, and those of no other`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let second = SessionRecord.sample("ann", token: 2)
      try store.addSession(second, atMost: 9, now: .noon)

      try store.removeSessions(of: second.rider)

      #expect(try store.session(tokenHash: second.tokenHash) == nil)
      #expect(try store.session(tokenHash: SessionRecord.sample("ann").tokenHash) == nil)
      #expect(try store.session(tokenHash: SessionRecord.sample("bob").tokenHash) != nil)
    }
  }
}
