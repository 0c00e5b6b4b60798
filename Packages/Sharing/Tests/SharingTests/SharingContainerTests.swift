import Core
import CoreTesting
import FeatureFlags
import Testing

import SharingTesting

@testable import Sharing

/// What the objects of the scope do together.
@MainActor
struct SharingContainerTests {
  @Test func `The friends and the inbox are those of the ports`() async throws {
    let cloud = ScriptedCloudTransport([
      .success(try .document(FriendList(friends: [.grace]))),
      .success(try .document(Inbox(items: [.sample("post-1", read: false)]))),
    ])
    let container = try makeContainer(on: cloud)
    let (friends, inbox) = (container.makeFriendsViewModel(), container.makeInboxViewModel())

    await friends.load()
    await inbox.load(limit: 20)

    #expect(friends.list.friends == [.grace])
    #expect(inbox.items == [.sample("post-1", read: false)])
  }

  private func makeContainer(on cloud: some CloudTransport) throws -> SharingContainer {
    SharingContainer(
      dependencies: SharingDouble(
        cloud: cloud, flagScope: try FlagSet.sharing.makeScope(),
        services: .standingStill()))
  }
}
