import Basics
import FoundationEssentials
import Testing

/// Has a member of each kind, and names its members itself.
private struct Sample: Codable, Equatable {
  enum Kind: String, Codable { case small, large }

  struct Part: Codable, Equatable {
    var value = 1.5

    init(_ value: Double) { self.value = value }
  }

  var count: Int? = -3
  var kind = Kind.large
  var name: String?
  var part: Part? = Part(1)
  var parts = [Part(2), Part(0.1)]
  var text = "\"é\u{202E}\n"
  var time = Date(timeIntervalSince1970: 1_795_000_000)

  init() {}

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSON.PathKey.self)
    count = try members.decodeIfPresent(Int.self, forKey: "count")
    kind = try members.decode(Kind.self, forKey: "kind")
    name = try members.decodeIfPresent(String.self, forKey: "name")
    part = try members.decodeIfPresent(Part.self, forKey: "part")
    parts = try members.decode([Part].self, forKey: "parts")
    text = try members.decode(String.self, forKey: "text")
    time = try members.decode(Date.self, forKey: "time")
    guard count != 99 else {
      throw DecodingError.dataCorruptedError(
        forKey: "count", in: members, debugDescription: "99 is one too many")
    }
  }
}

struct JSONCodingPathTests {
  private static let document = """
    {"count":-3,"kind":"large","part":{"value":1},"parts":[{"value":2},{"value":0.1}],\
    "text":"\\"é\\u202e\\n","time":"2026-11-18T11:06:40Z"}
    """

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSON.encode(value), as: UTF8.self)
  }

  private func path(_ error: DecodingError?) -> String? {
    let context: DecodingError.Context? =
      switch error {
      case .keyNotFound(_, let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .dataCorrupted(let context):
        context
      default: nil
      }
    return context?.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      .joined(separator: ".")
  }

  @Test func `An object is written and read again`() throws {
    var other = Sample()
    (other.count, other.name, other.part, other.parts) = (nil, "x", nil, [])

    #expect(try text(Sample()) == Self.document)
    for sample in [Sample(), other] {
      #expect(try text(sample) == JSON(encoding: sample).serialized(.sortedKeys))
      #expect(try JSON.decode(Sample.self, from: JSON.encode(sample)) == sample)
      #expect(try JSON(encoding: sample).decode(Sample.self) == sample)
    }
    #expect(try text(["a": [Sample()]]) == "{\"a\":[\(Self.document)]}")
  }

  @Test func `Names count by what they say, and of equal ones the last`() throws {
    let parts = "{\"value\":1,\"v\\u0061lue\":2}"
    let many = (0..<40).map { "\"x\($0)\":0" }.joined(separator: ",")

    #expect(try JSON.decode(Sample.Part.self, from: parts.utf8) == Sample.Part(2))
    #expect(
      try JSON.decode(Sample.Part.self, from: "{\(many),\"value\":3}".utf8) == Sample.Part(3))
  }

  @Test(arguments: [
    ("\"kind\":\"large\",", "", ""), ("\"kind\":\"large\"", "\"kind\":\"huge\"", "kind"),
    ("\"text\":\"", "\"text\":null,\"x\":\"", "text"), ("{\"value\":2}", "{}", "parts.0"),
    ("{\"value\":2}", "7", "parts.0"), ("[{\"value\":2},{\"value\":0.1}]", "{}", "parts"),
    ("{\"value\":1}", "{\"value\":\"1\"}", "part.value"), ("-3", "1.5", "count"),
    ("-3", "99", "count"), ("2026-11-18", "yesterday", "time"),
  ])
  func `What is missing or wrong is named with the path to it`(
    part: String, other: String, path: String
  ) {
    let document = Self.document.replacing(part, with: other)

    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Sample.self, from: document.utf8)
    }

    #expect(self.path(error) == path)
  }

  @Test func `What JSON cannot hold is refused with the path to it`() throws {
    var sample = Sample()
    sample.parts[1].value = .infinity

    let error = #expect(throws: EncodingError.self) { try JSON.encode(["a": sample]) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "parts", "1", "value"])

    sample = Sample()
    sample.time = Date(timeIntervalSince1970: 1e15)
    #expect(throws: EncodingError.self) { try JSON.encode(sample) }
  }
}
