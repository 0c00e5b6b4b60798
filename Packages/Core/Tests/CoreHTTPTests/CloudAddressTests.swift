import Core
import Testing

@testable import CoreHTTP

struct CloudAddressTests {
  @Test(arguments: [
    ("https://cloud.example.org", "https://cloud.example.org"),
    ("HTTPS://Cloud.Example.org:443/", "https://cloud.example.org"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("http://[::1]:8080/koober//v1/", "http://[::1]:8080/koober/v1"),
  ])
  func `An address is read`(text: String, normal: String) throws {
    #expect(try CloudAddress(parsing: text).description == normal)
    #expect(try CloudAddress(parsing: text) == CloudAddress(parsing: normal))
  }

  @Test(arguments: [
    "", "embeded", "cloud.example.org", "ftp://cloud.example.org", "https://", "https:///path",
    "https://ada:secret@cloud.example.org", "https://cloud.example.org?a=b",
    "https://cloud.example.org#top", "https://cloud.example.org:99999", "https://a b",
    "file:///etc/passwd",
  ])
  func `Anything else is refused`(text: String) {
    #expect(throws: CloudAddress.ParsingError.self) { try CloudAddress(parsing: text) }
  }

  @Test func `A refusal does not repeat the password`() {
    let error = #expect(throws: CloudAddress.ParsingError.self) {
      try CloudAddress(parsing: "https://ada:secret@cloud.example.org")
    }

    #expect(error?.description.contains("secret") == false)
  }

  @Test func `Two clouds never share a file name`() throws {
    let names = try [
      "http://a", "https://a", "https://a:8443", "https://a.8443", "https://a/8443",
      "https://a_8443",
    ].map { try CloudAddress(parsing: $0).fileName }

    #expect(Set(names).count == names.count)
    let isPlain = names.joined().allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
    #expect(isPlain)
  }

  @Test(arguments: [
    (["rides", "a/b"], [:], "https://a/v1/rides/a%2Fb"),
    (
      ["places"], ["query": "Café & co+1", "limit": "5"],
      "https://a/v1/places?limit=5&query=Caf%C3%A9%20%26%20co%2B1"
    ),
    (["rides", ".."], [:], "https://a/v1/rides/%2E%2E"),
  ])
  func `Segments and values cannot change the path`(
    path: [String], query: [String: String], url: String
  ) throws {
    let address = try CloudAddress(parsing: "https://a/v1")

    #expect(address.url(of: CloudRequest(method: .get, path: path, query: query)) == url)
  }

  @Test(arguments: [
    ("http://127.0.0.1:80", true), ("http://localhost", true), ("http://[::1]", true),
    ("http://127.255.255.254", true), ("http://LOCALHOST", true),
    ("http://cloud.example.org", false), ("http://127.evil.example", false),
    ("http://127.0.0.1.evil.example", false), ("http://127.0.0.256", false),
    ("http://127.0.0", false), ("http://127.0.0.0x1", false), ("http://127.0.0.+1", false),
    ("http://128.0.0.1", false), ("http://[::2]", false), ("http://localhost.example", false),
  ])
  func `An address on this machine is distinguished`(text: String, isLocal: Bool) throws {
    #expect(try CloudAddress(parsing: text).isLocal == isLocal)
  }
}
