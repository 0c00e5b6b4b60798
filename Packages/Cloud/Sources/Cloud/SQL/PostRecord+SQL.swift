import Core

enum PostColumn: Int32, SQLColumn {
  case id, author, text, ride, createdAt, requestKey, requestFingerprint
  static let table = "posts"
}

/// The columns of a post's author.
enum AuthorColumn: Int32, SQLColumn {
  case id, name
  static let table = "accounts"
}

/// The columns of a share that an inbox shows.
enum ShareColumn: Int32, SQLColumn {
  case sharedAt, readAt
  static let table = "shares"
}

extension NewPostRecord {
  func row(key: RequestKey?) -> SQLArguments {
    PostColumn.row([
      .id: id, .author: author, .text: text, .ride: ride, .createdAt: createdAt,
      .requestKey: key?.key, .requestFingerprint: key?.fingerprint,
    ])
  }
}

extension PostRecord {
  static let columns = "\(PostColumn.list), \(AuthorColumn.list), \(RideColumn.list)"
  static let columnCount = PostColumn.count + AuthorColumn.count + RideColumn.count
  static let tables = """
    posts JOIN accounts ON accounts.id = posts.author LEFT JOIN rides ON rides.id = posts.ride
    """

  /// Reads a row that begins with ``columns``.
  init(_ row: any SQLRow) throws(StoreError) {
    let post = row.columns(PostColumn.self)
    let author = row.columns(AuthorColumn.self, after: PostColumn.count)
    let ride = row.columns(RideColumn.self, after: PostColumn.count + AuthorColumn.count)
    self.init(
      id: post.identifier(.id),
      author: Person(id: author.identifier(.id), name: author.text(.name)), text: post.text(.text),
      ride: ride.isNull(.id) ? nil : try RideRecord(ride), createdAt: post.time(.createdAt))
  }
}
