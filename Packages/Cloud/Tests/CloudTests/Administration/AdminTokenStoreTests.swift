import CloudDomain
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore

struct AdminTokenStoreTests {
  private let ada = AdminToken(name: "ada", createdAt: .noon, expiresAt: .noon + 100)
  private let bob = AdminToken(name: "bob", createdAt: .noon + 1, expiresAt: .noon + 2)

  @Test(arguments: StoreUnderTest.allCases)
  func `A token is found by its hash and listed by its name`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      #expect(try store.addAdminToken(bob, hash: [2]))
      #expect(try store.addAdminToken(ada, hash: [1]))

      #expect(try store.adminToken(hash: [1]) == ada)
      #expect(try store.adminToken(hash: [3]) == nil)
      #expect(try store.adminTokens() == [ada, bob])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A name is taken until its token is removed`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      #expect(try store.addAdminToken(ada, hash: [1]))
      #expect(try !store.addAdminToken(ada, hash: [2]))
      #expect(try store.adminToken(hash: [2]) == nil)

      #expect(try store.removeAdminToken(named: "ada"))
      #expect(try !store.removeAdminToken(named: "ada"))
      #expect(try store.adminToken(hash: [1]) == nil)
      #expect(try store.addAdminToken(ada, hash: [2]))
    }
  }
}
