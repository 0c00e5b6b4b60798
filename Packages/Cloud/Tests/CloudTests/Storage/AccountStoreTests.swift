import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct AccountStoreTests {
  @Test(arguments: StoreUnderTest.allCases)
  func `An account is found by e-mail and by rider`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      #expect(try store.addAccount(.sample("ann"), session: .sample("ann")) == true)

      let account = AccountRecord.sample("ann")
      #expect(try store.account(email: "ann@example.com") == account)
      #expect(try store.profile(of: account.profile.id) == account.profile)
      #expect(try store.account(email: "Ann@example.com") == nil)
      #expect(try store.profile(of: Identifier("ann")) == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A second account with an e-mail changes nothing`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let second = AccountRecord(
        profile: RiderProfile(
          id: Identifier("other"), name: "Other", nickname: "O", email: "ann@example.com",
          mobileNumber: "1"),
        passwordHash: "other", createdAt: .noon)
      let session = SessionRecord(
        tokenHash: [9], rider: Identifier("other"), expiresAt: .noon + 1, endsAt: .noon + 1)

      #expect(try store.addAccount(second, session: session) == false)

      #expect(try store.account(email: "ann@example.com") == .sample("ann"))
      #expect(try store.session(tokenHash: [9]) == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of many accounts with one e-mail at once one is added`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let added = concurrently(8) { index in
        let account = AccountRecord(
          profile: RiderProfile(
            id: Identifier("\(index)"), name: "Ann", nickname: "A", email: "ann@example.com",
            mobileNumber: "1"),
          passwordHash: "\(index)", createdAt: .noon)
        let session = SessionRecord(
          tokenHash: [UInt8(index)], rider: Identifier("\(index)"), expiresAt: .noon,
          endsAt: .noon)
        return try store.addAccount(account, session: session)
      }

      #expect(try added.map { try $0.get() }.filter { $0 }.count == 1)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A password hash is replaced once`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let id = AccountRecord.sample("ann").profile.id

      try store.replacePasswordHash(of: id, old: "hash-of-ann", new: "new")
      try store.replacePasswordHash(of: id, old: "hash-of-ann", new: "late")

      #expect(try store.account(email: "ann@example.com")?.passwordHash == "new")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An account keeps what flags choose by`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let sample = AccountRecord.sample("ann")
      let account = AccountRecord(
        profile: sample.profile, passwordHash: sample.passwordHash, createdAt: sample.createdAt,
        flagSubject: "installation-1")
      #expect(try store.addAccount(account, session: .sample("ann")))

      #expect(try store.account(email: account.profile.email) == account)
      #expect(try store.hasFlagSubject("installation-1"))
      #expect(try !store.hasFlagSubject("installation-2"))
    }
  }
}
