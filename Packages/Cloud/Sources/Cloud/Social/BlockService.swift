import Core

/// Blocks and unblocks riders.
struct BlockService: Sendable {
  let store: SQLStore
  let clock: any WallClock

  func blocked(by rider: RiderID) throws -> BlockList {
    BlockList(blocked: try store.blocked(by: rider).sortedByName())
  }

  func block(_ other: RiderID, by rider: Identifier<RiderProfile>) throws {
    guard other != rider else {
      throw APIError.invalid("rider", "This is your own account.", hint: "Name another rider.")
    }
    guard try store.block(other, by: rider, now: clock.now.inWholeMilliseconds) else {
      throw APIError.noSuchRider(other)
    }
  }

  func unblock(_ other: RiderID, by rider: Identifier<RiderProfile>) throws {
    guard try store.unblock(other, by: rider) else {
      throw APIError.notFound(
        "blocked rider", other.rawValue, hint: "A block ends when either account is deleted.")
    }
  }
}

extension APIError {
  fileprivate static func noSuchRider(_ id: RiderID) -> APIError {
    .notFound("rider", id.rawValue, hint: "Look at your friends and at the blocked riders.")
  }
}
