import BenchmarkKit
import Cloud
import Core
import FeatureFlags

extension Rows {
  /// How cost grows with what there is; the floor is the same work where there is little.
  static let growth =
    flagGrowth + riderGrowth + rideGrowth + driverGrowth + friendGrowth + placeGrowth
    + experimentGrowth

  private static let sizes = [1, 10, 100, 1_000, 10_000, 100_000]

  // A document of definitions has at most 8 MiB.
  private static let flagGrowth = (sizes.dropFirst().dropLast() + [50_000]).map { count in
    Benchmark.paired(
      "evaluate a static flag, \(count) flags", target: "flat",
      prepare: { effort in
        (
          few: try FlagDefinitions(parsing: FlagDocuments.many(1)),
          many: try FlagDefinitions(parsing: FlagDocuments.many(min(count, effort.largestSize))),
          sink: Sink<Bool>()
        )
      },
      floor: { $0.sink.value = $0.few.value(of: "flag-0", default: true) },
      work: { $0.sink.value = $0.many.value(of: "flag-0", default: true) })
  }

  private static let riderGrowth = Benchmark.growth(
    "sign in", of: "riders", sizes: sizes, target: "flat",
    prepare: { count in
      let cloud = BenchCloud()
      try await cloud.signUpRiders(upTo: count)
      return cloud
    },
    work: { _ = try await $0.signIn(0) })

  private static let rideGrowth = Benchmark.growth(
    "the rider's 20 newest rides", of: "rides", sizes: [20] + sizes.dropFirst(2), target: "flat",
    prepare: { count in
      let cloud = BenchCloud()
      try await cloud.signUpRiders(upTo: 1)
      for _ in 0..<count { try await cloud.requestRide() }
      return (client: cloud.client, rider: try await cloud.liveSession(of: 0))
    },
    work: {
      _ = try await $0.client.call(
        CloudAPI.rideHistory, parameters: PageRequest(limit: 20), session: $0.rider)
    })

  /// Twenty are in the city, the others all over the world.
  private static let driverGrowth = Benchmark.growth(
    "the free cars near a point", of: "drivers", sizes: [20, 1_000, 20_000], target: "≤ 5 ms",
    prepare: { count in
      let cloud = BenchCloud(dispatch: .drivers)
      try await cloud.signUpRiders(upTo: count + 1)
      for number in 0..<count { try await cloud.startShift(number) }
      return (client: cloud.client, rider: cloud.rider(count))
    },
    work: { world in
      let list = try await world.client.call(
        CloudAPI.nearbyCars, parameters: PickupPoint(.operaHouse), session: world.rider)
      guard list.cars.count == 20 else {
        throw BenchmarkError("There are \(list.cars.count) cars.")
      }
    })

  private static let friendGrowth = Benchmark.growth(
    "share a post with a friend", of: "friends", sizes: sizes, target: "flat",
    prepare: { try await FriendFixture(count: $0) }, work: { try await $0.share() })

  private static let placeGrowth = Benchmark.growth(
    "search for a place", of: "places", sizes: [100, 1_000, 10_000, 100_000], target: "≤ 10 ms",
    prepare: { try await PlaceFixture(count: $0) }, work: { try await $0.search("corington") })

  private static let experimentGrowth = Benchmark.growth(
    "report on an experiment", of: "events", sizes: [1_000, 10_000, 100_000], target: "flat",
    prepare: { count in
      let cloud = BenchCloud()
      _ = try await cloud.flags.publish(FlagDocuments.many(1), by: "bench", message: "Flags")
      try await cloud.exposeRiders(upTo: count, to: "on", of: "flag-0")
      return cloud.experiments
    },
    work: { reader in
      let list = try await reader.list()
      guard list.experiments.count == 1 else { throw BenchmarkError("There is no report.") }
    })
}

/// A rider with friends, and a post to share with the last one of them.
private struct FriendFixture {
  let client: CloudClient
  let rider: UserSession
  let post: Post
  let friend: Friend

  init(count: Int) async throws {
    let cloud = BenchCloud()
    try await cloud.signUpRiders(upTo: count + 1)
    client = cloud.client
    rider = cloud.rider(0)
    var friend: Friend?
    for number in 1...count {
      let other = cloud.rider(number)
      _ = try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: BenchCloud.email(of: 0)), session: other)
      friend = try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: BenchCloud.email(of: number)), session: rider
      ).friend
    }
    guard let friend else { throw BenchmarkError("There is no friend.") }
    self.friend = friend
    post = try await client.call(CloudAPI.createPost, body: NewPost(text: "Hello"), session: rider)
  }

  /// Shares the post; again changes nothing, so the world stays as it is.
  func share() async throws {
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: post.id),
      body: PostRecipient(friend: friend.id), session: rider)
  }
}
