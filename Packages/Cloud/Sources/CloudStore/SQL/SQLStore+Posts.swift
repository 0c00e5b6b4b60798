import Basics
package import CloudDomain
package import Core
package import FoundationEssentials

extension SQLStore {
  /// Adds a post, unless its request was seen before or the author has written too many lately.
  ///
  /// The limits are ``NewPost/largestCountPerMinute`` and ``NewPost/largestCountPerDay``. Writers
  /// at the same moment may exceed them by their number.
  package func addPost(_ post: PostRecord, key: RequestKey?) throws(StoreError) -> PostInsertion {
    try database.write { (connection, _) throws(StoreError) in
      if let key {
        let earlier = try connection.earlierPost(than: post, key: key)
        if earlier != .added { return earlier }
      }
      guard try connection.mayPost(post) else { return .tooMany }
      let added = try connection.run(Statements.add, post.row(key: key))
      guard added == 0, let key else { return .added }
      return try connection.earlierPost(than: post, key: key)
    }
  }

  /// Returns a post that the rider wrote or that was shared with the rider.
  package func post(
    _ id: Identifier<Post>, visibleTo rider: RiderID
  ) throws(StoreError) -> PostRecord? {
    try first(Statements.visible, ["id": id, "rider": rider], read: PostRecord.init)
  }

  /// Shares an author's post with one of the author's friends; sharing it again changes nothing.
  package func share(
    _ post: Identifier<Post>, by author: RiderID, with friend: RiderID, now: Date
  ) throws(StoreError) -> ShareOutcome {
    try write(waking: [friend.rawValue]) { (connection, _) throws(StoreError) in
      let isOwn = try connection.hasRow(Statements.own, ["id": post, "author": author])
      guard isOwn else { return .noSuchPost }
      let isFriend = try connection.hasRow(Statements.friend, ["rider": author, "friend": friend])
      guard isFriend else { return .noSuchFriend }
      let added = try connection.run(
        Statements.share, ["recipient": friend, "post": post, "now": now])
      if added > 0 { try connection.tell([friend], .inbox, post.rawValue, at: now) }
      return .shared
    }
  }

  /// Returns what was shared with a rider, newest first.
  package func inbox(of rider: RiderID, limit: Int) throws(StoreError) -> [InboxRecord] {
    try all(Statements.inbox, ["rider": rider, "limit": limit]) { (row) throws(StoreError) in
      let share = row.columns(ShareColumn.self, after: PostRecord.columnCount)
      return InboxRecord(
        post: try PostRecord(row), sharedAt: share.time(.sharedAt), isRead: !share.isNull(.readAt))
    }
  }

  /// Returns the posts of an author with the riders whom they were shared with, newest first.
  package func posts(
    by author: RiderID
  ) throws(StoreError) -> [(post: PostRecord, recipients: [Person])] {
    try database.read { (connection) throws(StoreError) in
      let arguments: SQLArguments = ["author": author]
      var recipients: [Identifier<Post>: [Person]] = [:]
      try connection.run(Statements.recipients, arguments) { row in
        let person = row.columns(AuthorColumn.self, after: 1)
        recipients[Identifier(row.text(0)), default: []].append(
          Person(id: person.identifier(.id), name: person.text(.name)))
        return true
      }
      return try connection.all(Statements.byAuthor, arguments) { (row) throws(StoreError) in
        let post = try PostRecord(row)
        return (post, recipients[post.id] ?? [])
      }
    }
  }

  /// Marks posts in a rider's inbox as read; others are left alone.
  package func markRead(
    _ posts: [Identifier<Post>], by rider: RiderID, now: Date
  ) throws(StoreError) {
    // An identifier has no NUL character, which PostgreSQL refuses.
    let posts = posts.map(\.rawValue).filter { !$0.utf8.contains(0) }
    let list = JSON.array(posts.map(JSON.string))
    try write(waking: [rider.rawValue]) { (connection, _) throws(StoreError) in
      let marked = try connection.run(
        Statements.markRead, ["now": now, "rider": rider, "list": list.serialized()])
      if marked > 0 { try connection.tell([rider], .inbox, at: now) }
    }
  }
}

private enum Statements {
  static let add = PostColumn.insert("ON CONFLICT DO NOTHING")
  static let visible: SQLStatement = """
    SELECT \(PostRecord.columns) FROM \(PostRecord.tables)
    WHERE posts.id = :id AND (posts.author = :rider OR EXISTS
      (SELECT 1 FROM shares WHERE shares.post = :id AND shares.recipient = :rider))
    """
  static let recent: SQLStatement = """
    SELECT count(*), count(*) FILTER (WHERE created_at > :minute)
    FROM posts WHERE author = :author AND created_at > :day
    """
  static let byKey: SQLStatement = """
    SELECT \(PostRecord.columns) FROM \(PostRecord.tables)
    WHERE posts.author = :author AND posts.request_key = :key
    """
  static let byAuthor: SQLStatement = """
    SELECT \(PostRecord.columns) FROM \(PostRecord.tables)
    WHERE posts.author = :author ORDER BY posts.created_at DESC, posts.id
    """
  static let recipients: SQLStatement = """
    SELECT shares.post, \(AuthorColumn.list)
    FROM posts JOIN shares ON shares.post = posts.id JOIN accounts ON accounts.id = shares.recipient
    WHERE posts.author = :author ORDER BY shares.number
    """
  static let own: SQLStatement = "SELECT 1 FROM posts WHERE id = :id AND author = :author"
  /// Locks the friendship, so that it does not end before the post is shared.
  static let friend = SQLStatement { dialect in
    """
    SELECT 1 FROM friends WHERE rider = :rider AND friend = :friend
    \(dialect.hasConcurrentWriters ? "FOR KEY SHARE" : "")
    """
  }
  static let share: SQLStatement = """
    INSERT INTO shares (recipient, post, shared_at) VALUES (:recipient, :post, :now)
    ON CONFLICT DO NOTHING
    """
  static let inbox: SQLStatement = """
    SELECT \(PostRecord.columns), \(ShareColumn.list)
    FROM shares JOIN posts ON posts.id = shares.post
      JOIN accounts ON accounts.id = posts.author LEFT JOIN rides ON rides.id = posts.ride
    WHERE shares.recipient = :rider ORDER BY shares.number DESC LIMIT :limit
    """
  /// Locks the rows in one order for every caller, so that no two wait for each other.
  static let markRead = SQLStatement { dialect in
    """
    UPDATE shares SET read_at = :now WHERE number IN
      (SELECT number FROM shares
       WHERE recipient = :rider AND read_at IS NULL AND post IN (\(dialect.elementsOfList))
       ORDER BY number \(dialect.hasConcurrentWriters ? "FOR UPDATE" : ""))
    """
  }
}

extension SQLConnection {
  /// Whether the author of a new post has written few enough posts lately.
  fileprivate func mayPost(_ post: PostRecord) throws(StoreError) -> Bool {
    let counts = try first(
      Statements.recent,
      ["author": post.author.id, "minute": post.createdAt - 60, "day": post.createdAt - 24 * 3600]
    ) { row in (day: row.integer(0), minute: row.integer(1)) }
    guard let counts else { return true }
    return counts.minute < NewPost.largestCountPerMinute
      && counts.day < NewPost.largestCountPerDay
  }

  /// Returns what became of a post under whose key or identifier there is one already.
  fileprivate func earlierPost(
    than post: PostRecord, key: RequestKey
  ) throws(StoreError) -> PostInsertion {
    let earlier = try first(
      Statements.byKey, ["author": post.author.id, "key": key.key]
    ) { (row) throws(StoreError) in
      (
        post: try PostRecord(row),
        fingerprint: row.columns(PostColumn.self).blob(.requestFingerprint)
      )
    }
    // An attempt whose commit was not heard of has added this very post.
    guard let earlier, earlier.post.id != post.id else { return .added }
    return earlier.fingerprint == key.fingerprint ? .repeated(earlier.post) : .keyReused
  }
}

private enum PostColumn: Int32, SQLColumn {
  case id, author, text, ride, createdAt, requestKey, requestFingerprint
  static let table = "posts"
}

/// The columns of a post's author.
private enum AuthorColumn: Int32, SQLColumn {
  case id, name
  static let table = "accounts"
}

/// The columns of a share that an inbox shows.
private enum ShareColumn: Int32, SQLColumn {
  case sharedAt, readAt
  static let table = "shares"
}

extension PostRecord {
  fileprivate static let columns = "\(PostColumn.list), \(AuthorColumn.list), \(RideColumn.list)"
  fileprivate static let columnCount = PostColumn.count + AuthorColumn.count + RideColumn.count
  fileprivate static let tables = """
    posts JOIN accounts ON accounts.id = posts.author LEFT JOIN rides ON rides.id = posts.ride
    """

  /// Reads a row that begins with ``columns``.
  fileprivate init(_ row: any SQLRow) throws(StoreError) {
    let post = row.columns(PostColumn.self)
    let author = row.columns(AuthorColumn.self, after: PostColumn.count)
    let ride = row.columns(RideColumn.self, after: PostColumn.count + AuthorColumn.count)
    self.init(
      id: post.identifier(.id),
      author: Person(id: author.identifier(.id), name: author.text(.name)), text: post.text(.text),
      ride: ride.isNull(.id) ? nil : try RideRecord(ride), createdAt: post.time(.createdAt))
  }

  fileprivate func row(key: RequestKey?) -> SQLArguments {
    PostColumn.row([
      .id: id, .author: author.id, .text: text, .ride: ride?.id, .createdAt: createdAt,
      .requestKey: key?.key, .requestFingerprint: key?.fingerprint,
    ])
  }
}
