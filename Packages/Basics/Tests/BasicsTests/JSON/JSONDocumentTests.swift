import Basics
import Testing

/// Decoding from and encoding to bytes.
struct JSONDocumentTests {
  private struct Pair: Codable, Equatable {
    var first: String
    var second: Int?
  }

  @Test(arguments: [
    #"{"first":"x","second":1,"first":"y"}"#, #"{"second":1,"f\u0069rst":"y"}"#,
    #"{"first":"x","other":[{"first":"z"}],"second":1,"fir\u0073t":"y"}"#,
  ])
  func `A member is found by its name, however it is written; of equal ones the last`(
    document: String
  ) throws {
    #expect(
      try JSON.decode(Pair.self, from: document.utf8) == Pair(first: "y", second: 1))
  }

  @Test(arguments: [0, 1, 24, 25, 1000])
  func `Objects of every size are read as dictionaries`(count: Int) throws {
    let first = (0..<count).map { "\"name \($0)\":null" }
    let last = (0..<count).map { "\"name \($0)\":\($0)" }

    let values = try JSON.decode(
      [String: Int].self, from: "{\((first + last).joined(separator: ","))}".utf8)

    #expect(values == Dictionary(uniqueKeysWithValues: (0..<count).map { ("name \($0)", $0) }))
  }

  @Test(arguments: ["\\n", "\\\\", "\\u00e9", "é", "😀", "\u{7F}"], 0...17)
  func `A text is read and written whatever stands at whichever place`(
    piece: String, length: Int
  ) throws {
    let plain = String(repeating: "a", count: length)
    let texts = try [plain + piece, piece + plain, plain + piece + plain].map { text in
      try JSON.decode(String.self, from: "\"\(text)\"".utf8)
    }

    for text in texts { #expect(text.utf8.count > length) }
    let document = try JSON.encode(texts)
    #expect(try JSON.decode([String].self, from: document) == texts)
    #expect(try JSON(parsing: document) == .array(texts.map { .string($0) }))
  }

  @Test(arguments: ["\u{0}", "\u{1F}", "\n"], 0...17)
  func `A control character is refused at whichever place`(piece: String, length: Int) {
    let plain = String(repeating: "é", count: length)

    let error = #expect(throws: JSON.ParseError.self) {
      try JSON(parsing: "\"\(plain)\(piece)\(plain)\"")
    }
    #expect(error?.offset == 1 + 2 * length)
  }

  @Test func `Numbers are written as JavaScript prints them`() throws {
    var random = SystemRandomNumberGenerator()
    let decimals = (0..<2000).map { _ in
      Double(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1e6
    }
    let any = (0..<2000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let edges = [0, -0.0, 0.1, 1e-6, 9.99e-7, 123_456.789, 999_999.999999999, 1e6, 1e15, 1e21, 0.3]

    for number in decimals + any + edges {
      #expect(JSON.number(number).serialized() == number.javaScriptText)
    }
  }

  @Test func `Integers are written with all their digits`() throws {
    for number in [0, 1, -1, 9, 10, 99, 100, 12_345, -1_000, .max, .min] as [Int64] {
      #expect(JSON.number(.integer(number)).serialized() == String(number))
    }
  }

  @Test func `Members keep their order unless they are sorted, and a repeated one its last value`()
    throws
  {
    struct Repeated: Encodable {
      enum Key: String, CodingKey {
        case b, a
        case longer = "a longer name"
        case long = "a longer"
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .b)
        try container.encode(2, forKey: .longer)
        try container.encode(3, forKey: .a)
        try container.encode(4, forKey: .b)
        try container.encode(5, forKey: .long)
      }
    }

    #expect(
      try String(decoding: JSON.encode(Repeated()), as: UTF8.self)
        == #"{"a":3,"a longer":5,"a longer name":2,"b":4}"#)
    #expect(
      try String(decoding: JSON.encode(Repeated(), []), as: UTF8.self)
        == #"{"a longer name":2,"a":3,"b":4,"a longer":5}"#)
  }

  @Test func `A value of many parts is indented like any other`() throws {
    let value: [String: [Pair]] = ["list": [Pair(first: "é", second: nil)], "none": []]

    let document = try JSON.encode(value, [.pretty, .sortedKeys])

    #expect(
      try String(decoding: document, as: UTF8.self)
        == JSON(parsing: document).serialized([.pretty, .sortedKeys]))
    #expect(try JSON.decode([String: [Pair]].self, from: document) == value)
  }

  @Test func `An error in an element names the way to it`() {
    let error = #expect(throws: EncodingError.self) {
      try JSON.encode(["a": [[1, 2], [3, .infinity]]])
    }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["a", "1", "1"])
  }
}
