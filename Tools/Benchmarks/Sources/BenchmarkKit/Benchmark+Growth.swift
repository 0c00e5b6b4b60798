// A ratio that grows from row to row is a curve that bends upwards.
extension Benchmark {
  /// Creates one benchmark for each size but the smallest: work in a world of that size against the
  /// same work in the smallest one.
  public static func growth<Fixture>(
    _ name: String, of things: String, sizes: [Int], target: String,
    prepare: @escaping @Sendable (Int) throws -> Fixture,
    work: @escaping @Sendable (Fixture) throws -> Void
  ) -> [Benchmark] {
    sizes.dropFirst().map { size in
      paired(
        "\(name), \(size) \(things)", target: target,
        prepare: { effort in
          (small: try prepare(sizes[0]), large: try prepare(min(size, effort.largestSize)))
        },
        floor: { try work($0.small) },
        work: { try work($0.large) })
    }
  }

  /// Creates one benchmark for each size but the smallest, of work that waits.
  public static func growthWaiting<Fixture: Sendable>(
    _ name: String, of things: String, sizes: [Int], target: String,
    prepare: @escaping @Sendable (Int) async throws -> Fixture,
    work: @escaping @Sendable (Fixture) async throws -> Void
  ) -> [Benchmark] {
    sizes.dropFirst().map { size in
      pairedWaiting(
        "\(name), \(size) \(things)", target: target,
        prepare: { effort in
          let small = try await prepare(sizes[0])
          return (small: small, large: try await prepare(min(size, effort.largestSize)))
        },
        floor: { try await work($0.small) },
        work: { try await work($0.large) })
    }
  }
}
