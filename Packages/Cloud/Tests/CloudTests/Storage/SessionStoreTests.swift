import Core
import FoundationEssentials
import Testing

@testable import Cloud

struct SessionStoreTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `A session is found by the hash of its token until it is removed`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let second = SessionRecord.sample("ann", token: 2)
      try store.addSession(second, now: .noon)

      #expect(try store.session(tokenHash: second.tokenHash) == second)
      #expect(try store.session(tokenHash: [0]) == nil)
      try store.removeSession(tokenHash: second.tokenHash)
      try store.removeSession(tokenHash: second.tokenHash)

      #expect(try store.session(tokenHash: second.tokenHash) == nil)
      let first = SessionRecord.sample("ann")
      #expect(try store.session(tokenHash: first.tokenHash) == first)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Expired sessions are gone after the next sign-in`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      for token in 2..<8 {
        let expired = SessionRecord.sample("ann", token: UInt8(token), expiresAt: .noon + 10)
        try store.addSession(expired, now: .noon)
      }

      try store.addSession(.sample("ann", token: 9), now: .noon + 10)

      let left = try (1..<10).filter { token in
        try store.session(tokenHash: SessionRecord.sample("ann", token: UInt8(token)).tokenHash)
          != nil
      }
      #expect(left == [1, 9])
    }
  }
}
