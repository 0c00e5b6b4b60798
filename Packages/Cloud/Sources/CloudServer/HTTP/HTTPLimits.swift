import Cloud

/// The limits of one request: sizes in bytes, counts, and times in seconds.
struct HTTPLimits: Sendable {
  /// The request line; a longer one is answered with 414. RFC 9112, section 3, recommends 8000.
  var requestLine = 8 << 10
  /// All header fields together; more are answered with 431.
  var headerBytes = 16 << 10
  var headerCount = 100
  /// Parameters in the query; more are answered with 400.
  var queryParameters = 50
  var body = CloudRouter.largestBody
  /// One line with the size of a chunk and its extensions.
  var chunkLine = 256
  /// All such lines of a body, so that extensions cannot be a body without a limit.
  var chunkFraming = 64 << 10
  /// How much of a refused request is read and ignored, so that the client can read the answer.
  var ignored = 1 << 20
  /// How long a client may take to send a request, or may be silent between two.
  var requestSeconds = 15
  /// How long a client may take to receive a response.
  var responseSeconds: Int { requestSeconds * 4 }
  /// How long the rest of a refused request is read.
  var ignoringSeconds = 2
  /// How long a connection without a request stays open when the server stops.
  var graceSeconds = 1
}

/// A request that violates HTTP; the connection is closed after the response.
struct HTTPSyntaxError: Error, Equatable {
  /// The response's status. Source: RFC 9110, section 15, and RFC 6585, section 5.
  let status: Int
  /// The reason, as a sentence.
  let message: String

  init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }

  /// A request that breaks the grammar, 400.
  init(_ message: String) { self.init(400, message) }
}
