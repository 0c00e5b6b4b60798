import Composition
import Console
import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import FeatureTesting
import ScopeTesting
import Terminal
import Testing

import SharingTesting

@testable import Sharing

/// The rules that hold in every scope of sharing.
struct SharingScopeTests {
  @Test(arguments: sharing.proofs)
  func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }

  private static let sharing = ScopeUnderTest(
    of: "Sharing", flags: .sharing,
    variants: [
      .of(
        notificationLook,
        ["line": "LineNotificationLook()", "banner": "BannerNotificationLook()"],
        metIn: [
          "makeNotificationLook", "scene friends", "scene write", "scene share", "share post",
          "share ride",
        ])
    ],
    parent: {
      SharingDouble(
        cloud: $0.ports.recording(cloud), flagScope: $0.flagScope, services: $0.services)
    },
    open: { SharingContainer(dependencies: $0) }, makers: makers + commands)

  /// A cloud in which nothing can be shared with Ada.
  private static let cloud = RoutedCloudTransport { request in
    switch "\(request.method) \(request.path.joined(separator: "/"))" {
    case "get friends": try .document(FriendList(friends: [.grace, .ada]))
    case "get blocks": try .document(BlockList(blocked: [.ada]))
    case "get inbox":
      try .document(
        Inbox(items: [.sample("post-1", ride: .sample(state: .completed), read: false)]))
    case "get rides/current": try .document(Ride.sample())
    case "get posts/post-1", "post posts": try .document(Post.sample)
    case "post posts/post-1/shares":
      try JSONCoding.decode(PostRecipient.self, from: request.body ?? Data()).friend
        == Friend.ada.id ? .refusal(.notFound) : nil
    case "get rides/ride-2": try .document(Ride.sample(id: "ride-2"))
    case "post rides/ride-2/links": try .document(RideLink(token: Secret("other")))
    case "delete rides/ride-2/links": try .document(RideLinkRevocation(count: 2))
    case "post rides/ride-1/links": try .document(RideLink(token: Secret("secret")))
    case "delete rides/ride-1/links": try .document(RideLinkRevocation(count: 1))
    case "post friends": try .document(InvitationOutcome(friend: .ada))
    default: nil
    }
  }

  private static let makers: [Maker<SharingContainer>] = [
    .make("makeFriendsViewModel") { $0.container.makeFriendsViewModel() },
    .scene(
      .friends,
      [
        .sees("Grace"), .presses(.enter), .sees("Write to Grace"), .types("Hello"),
        .presses(.enter), .sees("Shared with Grace."),
      ]
    ) { $0.openVisit() },
    .scene(
      .friends,
      [
        .sees("Ada"), .presses(.down, .enter), .sees("Write to Ada"), .types("Hello"),
        .presses(.enter), .sees("Not shared with Ada."),
      ]
    ) { $0.openVisit() },
    .make("makeInboxViewModel") { $0.container.makeInboxViewModel() },
    .scene(.inbox, [.sees("new"), .presses(.enter), .sees("▌ Ada")]) { $0.openVisit() },
    .scene(
      .friends, [.sees("Ada"), .presses(.down), .sees("Apple Store")],
      follows: [
        .friends, .inbox(InboxChange(post: Post.sample.id, ride: nil)),
        .ride(LiveRide(isOwn: false, ride: .sample(state: .cancelled))),
      ]
    ) { $0.openVisit() },
    .scene(
      .inbox, [.sees("new")],
      follows: [
        .inbox(InboxChange(post: Post.sample.id, ride: nil)),
        .inbox(InboxChange(post: nil, ride: nil)),
        .ride(LiveRide(isOwn: false, ride: .sample(state: .cancelled))),
      ]
    ) { $0.openVisit() },
    .scene(.write(to: .grace), [.types("Hello"), .presses(.enter)]) { $0.openVisit() },
    .scene(
      .write(to: .ada),
      [
        .types("Hello"), .presses(.enter), .sees("Not shared with Ada."), .types(", Ada"),
        .presses(.enter),
      ]
    ) { $0.openVisit() },
    .scene(.post(.sample), [.sees("On my way")]) { $0.openVisit() },
    .scene(
      .share(post: NewPost(text: "Hello")),
      [.sees("Grace"), .presses(.enter), .sees("Shared with Grace.")]
    ) { $0.openVisit() },
    .make("openVisit") { $0.container.openVisit() },
    .make("makeDestination") {
      let inbox = $0.container.makeDestination(reopening: SharingScene.inbox)
      return [MenuItem(.enter, "Inbox", to: inbox ?? $0.container.makeDestination(.inbox))]
    },
    .make("makeMenu") { $0.container.makeMenu() },
    .make("makeRideMenu") { $0.container.makeRideMenu(for: .sample()) },
    .make("makeNotificationLook") { $0.container.makeNotificationLook() },
    .make(
      "makeStatusProvider", [.sees("Inbox: 1 new")],
      follows: [
        .friends, .inbox(InboxChange(post: Post.sample.id, ride: nil)),
        .inbox(InboxChange(post: nil, ride: nil)),
      ]
    ) { $0.container.makeStatusProvider() },
    .factory("makeShareViewModelFactory") {
      let factory = $0.container.makeShareViewModelFactory(
        notificationService: RecordingNotificationService())
      return { factory.create(payload: NewPost(text: "Hello")) }
    },
  ]

  private static let commands: [Maker<SharingContainer>] = .commands(
    [.friends(), .share(), .inbox],
    [
      ["friends", "list"], ["friends", "add", "ada@example.org"],
      ["friends", "accept", "ada@example.org"], ["friends", "remove", "grace@example.org"],
      ["friends", "block", "grace@example.org"], ["friends", "unblock", "ada@example.org"],
      ["friends", "blocked"], ["inbox", "--mark-read"], ["inbox", "follow", "post-1"],
      ["share", "link"], ["share", "link", "--revoke"], ["share", "link", "ride-2"],
      ["share", "link", "ride-2", "--revoke"], ["inbox", "--limit", "7"],
      ["share", "ride", "ride-2", "--with", "grace@example.org"],
      ["share", "post", "Hello", "--with", "grace@example.org"],
      ["share", "post", "Hello", "--with", "grace@example.org", "--json"],
      ["share", "ride", "--with", "grace@example.org"],
    ]
  ) { TestContext(console: $1, container: $0) }
}
