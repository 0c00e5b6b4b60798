package import Cloud
package import Core
package import FoundationEssentials

extension PostgreSQLStore: SocialStore {
  package func addPost(
    _ post: NewPostRecord, key: RequestKey?
  ) throws(StoreFailure) -> PostInsertion {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      let added = try connection.run(
        """
        INSERT INTO posts (id, author, text, ride, created_at, request_key, request_fingerprint)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
        """,
        .identifier(post.id), .identifier(post.author), .text(post.text),
        .optional(post.ride?.rawValue), .time(post.createdAt), .optional(key?.key),
        key.map { .bytes($0.fingerprint) } ?? .null)
      guard added.changedCount == 0, let key else { return .added }
      return try connection.earlierPost(than: post, key: key)
    }
  }

  package func post(
    _ id: Identifier<Post>, visibleTo rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> PostRecord? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.first(
        """
        SELECT \(PostColumns.all) FROM \(PostColumns.tables)
        WHERE posts.id = $1 AND (posts.author = $2 OR EXISTS
          (SELECT 1 FROM shares WHERE shares.post = $1 AND shares.recipient = $2))
        """, .identifier(id), .identifier(rider)
      ) { (row) throws(PostgreSQLFailure) in try row.post() }
    }
  }

  package func share(
    _ post: Identifier<Post>, by author: Identifier<RiderProfile>,
    with friend: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> ShareOutcome {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      let isOwn = try connection.first(
        "SELECT 1 FROM posts WHERE id = $1 AND author = $2", .identifier(post),
        .identifier(author)
      ) { _ in true }
      guard isOwn != nil else { return .noSuchPost }
      let isFriend = try connection.first(
        "SELECT 1 FROM friends WHERE rider = $1 AND friend = $2", .identifier(author),
        .identifier(friend)
      ) { _ in true }
      guard isFriend != nil else { return .noSuchFriend }
      try connection.run(
        """
        INSERT INTO shares (recipient, post, shared_at) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING
        """, .identifier(friend), .identifier(post), .time(now))
      return .shared
    }
  }

  package func inbox(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreFailure) -> [InboxRecord] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        """
        SELECT \(PostColumns.all), shares.shared_at, shares.read_at
        FROM shares JOIN posts ON posts.id = shares.post
          JOIN accounts ON accounts.id = posts.author LEFT JOIN rides ON rides.id = posts.ride
        WHERE shares.recipient = $1 ORDER BY shares.number DESC LIMIT $2
        """, .identifier(rider), .number(limit)
      ) { (row) throws(PostgreSQLFailure) in
        InboxRecord(
          post: try row.post(), sharedAt: try row.time(PostColumns.count),
          isRead: !row.isNull(PostColumns.count + 1))
      }
    }
  }

  package func markRead(
    _ posts: [Identifier<Post>], by rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) {
    // In one order for everybody, so that no two wait for each other.
    let posts = posts.sorted { $0.rawValue < $1.rawValue }
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      for post in posts {
        try connection.run(
          """
          UPDATE shares SET read_at = $1 WHERE recipient = $2 AND post = $3 AND read_at IS NULL
          """, .time(now), .identifier(rider), .identifier(post))
      }
    }
  }
}

extension PostgreSQLConnection {
  /// Returns what became of a post under whose key or identifier there is one already.
  fileprivate func earlierPost(
    than post: NewPostRecord, key: RequestKey
  ) throws(PostgreSQLFailure) -> PostInsertion {
    let earlier = try first(
      """
      SELECT \(PostColumns.all), posts.request_fingerprint FROM \(PostColumns.tables)
      WHERE posts.author = $1 AND posts.request_key = $2
      """, .identifier(post.author), .text(key.key)
    ) { (row) throws(PostgreSQLFailure) in
      (post: try row.post(), fingerprint: try row.bytes(PostColumns.count))
    }
    // An attempt whose commit was not heard of has added this very post.
    guard let earlier, earlier.post.id != post.id else { return .added }
    return earlier.fingerprint == key.fingerprint ? .repeated(earlier.post) : .keyReused
  }
}

/// The columns of a post with its author and its ride, in the order in which they are read.
private enum PostColumns {
  static let all =
    "posts.id, posts.text, posts.created_at, accounts.id, accounts.name, \(RideColumns.joined)"
  static let count = 5 + RideColumns.count
  static let tables =
    """
    posts JOIN accounts ON accounts.id = posts.author LEFT JOIN rides ON rides.id = posts.ride
    """
}

extension PostgreSQLRow {
  fileprivate func post() throws(PostgreSQLFailure) -> PostRecord {
    PostRecord(
      id: identifier(0), author: Person(id: identifier(3), name: text(4)), text: text(1),
      ride: isNull(5) ? nil : try ride(from: 5), createdAt: try time(2))
  }
}
