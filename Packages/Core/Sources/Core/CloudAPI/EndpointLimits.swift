/// The main resource of a request.
public enum EndpointCost: String, CaseIterable, Sendable {
  /// Some rows of the database, found by their keys, to read or to write.
  case rows
  /// Hundreds of rows, written at once.
  case bulkWrite
  /// A thousand rows, or a document as long, read at once.
  case longRead
  /// All rows of a rider.
  case export
  /// A search in all places.
  case search
  /// The time and memory of a password hash.
  case passwordHash
  /// The evaluation of flags.
  case evaluation
}

/// How often one caller may use an endpoint: a token bucket.
public struct RateLimit: Equatable, Sendable {
  /// The most requests at once.
  public let burst: Int
  /// The most requests per minute in the long run.
  public let perMinute: Int

  /// - Precondition: Both are at least 1.
  public init(burst: Int, perMinute: Int) { (self.burst, self.perMinute) = (burst, perMinute) }

  public static let reads = RateLimit(burst: 600, perMinute: 3000)
  public static let longReads = RateLimit(burst: 100, perMinute: 600)
  public static let writes = RateLimit(burst: 120, perMinute: 600)
  /// For what anyone may read, and an application asks as a rider types.
  public static let publicReads = RateLimit(burst: 100, perMinute: 1200)
  public static let passwords = RateLimit(burst: 30, perMinute: 30)
}

/// A request's body with a list that has a largest length.
public protocol BoundedListBody {
  /// The name of the field with the list.
  static var listField: String { get }
  /// The most elements of the list.
  static var largestCount: Int { get }
  var count: Int { get }
}
