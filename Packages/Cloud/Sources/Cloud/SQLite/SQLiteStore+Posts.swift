package import Core
package import FoundationEssentials

extension SQLiteStore: SocialStore {
  package func addPost(
    _ post: NewPostRecord, key: RequestKey?
  ) throws(StoreFailure) -> PostInsertion {
    try database.transaction { (connection) throws(StoreFailure) in
      if let key, let earlier = try connection.earlierPost(by: post.author, key: key) {
        return earlier
      }
      try connection.run(
        """
        INSERT INTO posts (id, author, text, ride, created_at, request_key, request_fingerprint)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .identifier(post.id), .identifier(post.author), .text(post.text),
        .optional(post.ride?.rawValue), .time(post.createdAt), .optional(key?.key),
        key.map { .blob($0.fingerprint) } ?? .null)
      return .added
    }
  }

  package func post(
    _ id: Identifier<Post>, visibleTo rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> PostRecord? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.first(
        """
        SELECT \(PostColumns.all) FROM \(PostColumns.tables)
        WHERE posts.id = ?1 AND (posts.author = ?2 OR EXISTS
          (SELECT 1 FROM shares WHERE shares.post = ?1 AND shares.recipient = ?2))
        """, .identifier(id), .identifier(rider)
      ) { (row) throws(StoreFailure) in try row.post(in: connection) }
    }
  }

  package func share(
    _ post: Identifier<Post>, by author: Identifier<RiderProfile>,
    with friend: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> ShareOutcome {
    try database.transaction { (connection) throws(StoreFailure) in
      let isOwn = try connection.first(
        "SELECT 1 FROM posts WHERE id = ? AND author = ?", .identifier(post), .identifier(author)
      ) { _ in true }
      guard isOwn != nil else { return .noSuchPost }
      let isFriend = try connection.first(
        "SELECT 1 FROM friends WHERE rider = ? AND friend = ?", .identifier(author),
        .identifier(friend)
      ) { _ in true }
      guard isFriend != nil else { return .noSuchFriend }
      try connection.run(
        "INSERT INTO shares (recipient, post, shared_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        .identifier(friend), .identifier(post), .time(now))
      return .shared
    }
  }

  package func inbox(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreFailure) -> [InboxRecord] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        """
        SELECT \(PostColumns.all), shares.shared_at, shares.read_at
        FROM shares JOIN posts ON posts.id = shares.post
          JOIN accounts ON accounts.id = posts.author LEFT JOIN rides ON rides.id = posts.ride
        WHERE shares.recipient = ? ORDER BY shares.number DESC LIMIT ?
        """, .identifier(rider), .number(limit)
      ) { (row) throws(StoreFailure) in
        InboxRecord(
          post: try row.post(in: connection), sharedAt: row.time(PostColumns.count),
          isRead: !row.isNull(PostColumns.count + 1))
      }
    }
  }

  package func markRead(
    _ posts: [Identifier<Post>], by rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) {
    try database.transaction { (connection) throws(StoreFailure) in
      for post in posts {
        try connection.run(
          """
          UPDATE shares SET read_at = ? WHERE recipient = ? AND post = ? AND read_at IS NULL
          """, .time(now), .identifier(rider), .identifier(post))
      }
    }
  }
}

extension SQLiteConnection {
  fileprivate func earlierPost(
    by author: Identifier<RiderProfile>, key: RequestKey
  ) throws(StoreFailure) -> PostInsertion? {
    try first(
      """
      SELECT \(PostColumns.all), posts.request_fingerprint FROM \(PostColumns.tables)
      WHERE posts.author = ? AND posts.request_key = ?
      """, .identifier(author), .text(key.key)
    ) { (row) throws(StoreFailure) in
      guard row.blob(PostColumns.count) == key.fingerprint else { return .keyReused }
      return .repeated(try row.post(in: self))
    }
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

extension SQLiteRow {
  fileprivate func post(in connection: SQLiteConnection) throws(StoreFailure) -> PostRecord {
    PostRecord(
      id: identifier(0), author: Person(id: identifier(3), name: text(4)), text: text(1),
      ride: isNull(5) ? nil : try ride(from: 5, in: connection), createdAt: time(2))
  }
}
