import Core
import CoreTesting
import SharingTesting
import Testing

@testable import Sharing

/// The fakes keep the contracts that they stand for.
struct SharingContractTests {
  @Test func `The fake of friends keeps the contract`() async throws {
    let list = FriendList(
      friends: [.grace],
      received: [ReceivedInvitation(from: .ada, invitedAt: Ride.sample().requestedAt)])

    let contract = FriendsRepositoryContract(of: FakeFriendsRepository(list))
    let violations = try await contract.violations()

    #expect(violations == [])
  }

  @Test func `The fake of posts keeps the contract`() async throws {
    let repository = FakePostRepository(
      inbox: .success([.sample("2", read: false), .sample("1", read: true)]))

    let contract = PostRepositoryContract(of: repository, friend: .ada)
    let violations = try await contract.violations()

    #expect(violations == [])
  }
}
