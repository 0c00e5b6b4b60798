import FoundationEssentials
import Testing

@testable import CloudServer

struct RequestParserTests {
  private static let limits = HTTPLimits()

  /// Reads everything that a text holds, in pieces of a size.
  private func read(_ text: String, pieces: Int = .max) throws -> [RequestParser.Step] {
    var parser = RequestParser(limits: Self.limits)
    var steps: [RequestParser.Step] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      parser.append(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
      var step = try parser.next()
      while step != .incomplete {
        steps.append(step)
        step = try parser.next()
      }
    }
    return steps
  }

  private func status(_ text: String) -> Int? {
    let error = #expect(throws: HTTPSyntaxError.self, "\(text.prefix(80))") { try read(text) }
    return error?.status
  }

  @Test(arguments: [1, 2, 3, 7, .max])
  func `Requests are read, however they are cut`(pieces: Int) throws {
    let text =
      "\r\nPOST /a?b=c HTTP/1.1\r\nHost: a:80\r\nX-Forwarded-For: 1\r\nx-forwarded-for:\t2 \r\n"
      + "Content-Length: 5\r\n\r\nhello"
      + "POST http://a/b HTTP/1.1\r\nHOST: a\r\nTransfer-Encoding: Chunked\r\nConnection: x, Close\r\n"
      + "\r\n3;a=\"b\"\r\nhel\r\n02 ; c\r\nlo\r\n0\r\nTrailer: x\r\n\r\n"
      + "GET / HTTP/1.0\r\n\r\n"

    let requests = try read(text, pieces: pieces).compactMap { step -> HTTPRequest? in
      if case .request(let request) = step { request } else { nil }
    }

    #expect(requests.map(\.method) == ["POST", "POST", "GET"])
    #expect(requests.map(\.target) == ["/a?b=c", "/b", "/"])
    #expect(requests.map { String(decoding: $0.body, as: UTF8.self) } == ["hello", "hello", ""])
    #expect(requests.map(\.keepsConnection) == [true, false, false])
    #expect(requests[0].fields[.forwardedFor] == "1, 2")
  }

  @Test func `A client that waits for permission to send its body gets it once`() throws {
    let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"

    #expect(try read(head) == [.continueExpected])
    #expect(try read(head + "ab").count == 1)
  }

  @Test(arguments: [
    "\r\n\r\n", "\nGET / HTTP/1.1\r\n", "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET  / HTTP/1.1\r\n",
    " GET / HTTP/1.1\r\n", "GET /  HTTP/1.1\r\n", "GET / HTTP/1.1 \r\n", "GET /\r\n", "GET\r\n",
    "GET / http/1.1\r\n", "GET a HTTP/1.1\r\n", "GET /\u{0} HTTP/1.1\r\n", "GET /é HTTP/1.1\r\n",
    "GET /\u{7F} HTTP/1.1\r\n", "G(T / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}", "GET /\r HTTP/1.1\r\n",
    "GET /\tx HTTP/1.1\r\n",
  ])
  func `A request line that can be read in two ways is refused`(text: String) {
    #expect(status(text) == 400)
  }

  @Test(arguments: [
    "Host: a\r\nHost: a\r\n", "Host : a\r\n", ": a\r\n", "Host\r\n", "Host: a\r\n folded\r\n",
    "Host: a\n", "Host: a\r\nX: \u{0}\r\n", "Host: a\r\nAuthorization: Bearer t\u{0}junk\r\n",
    "Host: a\r\nX: a\rb\r\n", "Host: a\r\nX: \u{7F}\r\n", "Host: a b\r\n", "Host: a/b\r\n",
    "Host: a@b\r\n", "X: no host\r\n", "Host: a\r\nX Y: a\r\n", "Host: a\r\nX\u{0}: a\r\n",
    "Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
    "Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
    "Host: a\r\nContent-Length: 1, 1\r\n", "Host: a\r\nContent-Length: +1\r\n",
    "Host: a\r\nContent-Length: -1\r\n", "Host: a\r\nContent-Length: 0x1\r\n",
    "Host: a\r\nContent-Length: 1 1\r\n", "Host: a\r\nContent-Length:\r\n",
    "Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n",
    "Host: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n",
    "Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    "Host: a\r\nTransfer-Encoding : chunked\r\n",
    "Host: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n",
  ])
  func `Header fields that can be read in two ways are refused`(fields: String) {
    #expect(status("POST / HTTP/1.1\r\n\(fields)\r\n") == 400)
  }

  @Test(arguments: [
    "", ":80", "a:b:c", "a:b", "a:65536", "a:-1", "a:+1", "a:99999999999999999999", "::1", "[::1",
    "[::1]x",
    "[::1]:x", "[::1]:65536", "[::1]:+1", "[1.2.3.4]", "[]", "[v1.a]", "[fe80::1%25eth0]", "a%",
    "a%zz", "a,b", "u@a", "u:p@a:80", "http://a", "a#b", "a[", "é",
  ])
  func `A host that is not HOST or HOST:PORT is refused`(host: String) {
    #expect(status("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == 400)
    #expect(status("GET / HTTP/1.0\r\nHost: \(host)\r\n\r\n") == 400)
  }

  @Test(arguments: ["/", ":80/", "u@a/", "a:b/", "a:b:c/", "[::1/", "a%/"])
  func `A target with another authority than HOST or HOST:PORT is refused`(rest: String) {
    #expect(status("GET http://\(rest) HTTP/1.1\r\nHost: a\r\n\r\n") == 400)
  }

  @Test(arguments: [
    "a", "a:", "a:80", "cloud.example.org:65535", "a_b~c", "127.0.0.1:8080", "[::1]",
    "[2001:db8::7]:443", "a%2Db",
  ])
  func `A host may be a name or an address, with a port or without`(host: String) throws {
    #expect(try read("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").count == 1)
  }

  @Test(arguments: [
    "zz\r\n", "\r\n", "-1\r\n", "0x1\r\n", "1\n", "1\r\na\n", "1\r\nab\r\n", "1 \r\na\r\n",
    "1;\u{0}\r\na\r\n", "1g\r\na\r\n", "000000001\r\na\r\n", "0\r\nX : a\r\n",
    "1;" + String(repeating: "x", count: 255) + "\r\n",
  ])
  func `Chunks that can be read in two ways are refused`(body: String) {
    #expect(
      status("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body) == 400)
  }

  @Test(arguments: [
    ("GET / HTTP/2.0\r\n", 505), ("GET / HTTP/1.2\r\n", 505),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nHost: a\r\nExpect: much\r\n\r\n", 417),
    ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n", 413),
  ])
  func `What the server does not do is named`(text: String, status: Int) {
    #expect(self.status(text) == status)
  }

  @Test func `Each limit holds exactly`() throws {
    func fill(_ count: Int) -> String { String(repeating: "a", count: count) }
    let line = Self.limits.requestLine - "GET / HTTP/1.1".utf8.count
    let host = "Host: a\r\n"
    let one = Self.limits.headerBytes - "Host: aX: ".utf8.count - 4
    let many = (1..<Self.limits.headerCount).map { "X\($0): a\r\n" }.joined()
    let body = Self.limits.body
    func sized(_ length: Int) -> String {
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    #expect(try read("GET /\(fill(line)) HTTP/1.1\r\n\(host)\r\n").count == 1)
    #expect(status("GET /\(fill(line + 1)) HTTP/1.1\r\n") == 414)
    #expect(status("GET /\(fill(line + 20))") == 414)
    #expect(try read("GET / HTTP/1.1\r\n\(host)X: \(fill(one))\r\n\r\n").count == 1)
    #expect(status("GET / HTTP/1.1\r\n\(host)X: \(fill(one + 1))\r\n\r\n") == 431)
    #expect(status("GET / HTTP/1.1\r\n\(host)X: \(fill(one + 20))") == 431)
    #expect(try read("GET / HTTP/1.1\r\n\(host)\(many)\r\n").count == 1)
    #expect(status("GET / HTTP/1.1\r\n\(host)\(many)Y: a\r\n\r\n") == 431)
    #expect(try read(sized(body) + fill(body)).count == 1)
    #expect(status(sized(body + 1)) == 413)
  }
}
