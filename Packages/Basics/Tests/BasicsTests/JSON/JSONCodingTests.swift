import Basics
import FoundationEssentials
import Testing

struct JSONCodingTests {
  private struct Sample: Codable, Equatable {
    enum Kind: String, Codable { case small, large }

    struct Part: Codable, Equatable {
      let name: String
      let value: Double?
    }

    var text = "é"
    var kind = Kind.large
    var flag = true
    var small = Int8.min
    var large = UInt64.max
    var signed = Int64.min
    var real = -12.5
    var parts = [Part(name: "a", value: nil), Part(name: "b", value: 1)]
    var time = Date(timeIntervalSince1970: 1_795_000_000)
    var data = Data([0, 255])
    var json: JSON = ["a": [1, .null]]
    var byName = ["x": [1, 2]]
    var nothing: Int?
  }

  @Test func `A value is written with sorted keys and read again`() throws {
    let document = try JSON.encode(Sample())

    #expect(
      String(decoding: document, as: UTF8.self) == """
        {"byName":{"x":[1,2]},"data":"AP8=","flag":true,"json":{"a":[1,null]},"kind":"large",\
        "large":18446744073709551615,"parts":[{"name":"a"},{"name":"b","value":1}],"real":-12.5,\
        "signed":-9223372036854775808,"small":-128,"text":"é","time":"2026-11-18T11:06:40Z"}
        """)
    #expect(try JSON.decode(Sample.self, from: document) == Sample())
  }

  @Test(arguments: ["128", "-129", "1.5", "1e300", "-1e300", "9223372036854775808", "1e19"])
  func `A number that does not fit is an error with the path to it`(number: String) {
    let document = Array("{\"a\": [1, \(number)]}".utf8)

    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: [Int8]].self, from: document)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["a", "1"])
  }

  @Test func `Only the integers of each type are read as that type`() throws {
    func fits<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, _ text: String) -> Bool {
      (try? JSON.decode(type, from: text.utf8)) != nil
    }

    #expect(fits(Int.self, "9223372036854775807") && !fits(Int.self, "9223372036854775808"))
    #expect(fits(UInt64.self, "18446744073709551615") && !fits(UInt64.self, "18446744073709551616"))
    #expect(fits(UInt.self, "0") && !fits(UInt.self, "-1"))
    #expect(fits(Int.self, "10.0") && fits(Int.self, "1e3") && !fits(Int.self, "true"))
  }

  @Test(arguments: [("null", "value"), ("1", "type"), ("{}", "key"), ("{\"name\":null}", "value")])
  func `What is missing and what has another type are distinguished`(text: String, kind: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Sample.Part.self, from: text.utf8)
    }
    switch error {
    case .keyNotFound: #expect(kind == "key")
    case .valueNotFound: #expect(kind == "value")
    case .typeMismatch: #expect(kind == "type")
    default: Issue.record("another error")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `A number that JSON cannot hold is not written`(number: Double) {
    #expect(throws: EncodingError.self) { try JSON.encode([number]) }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2024-02-29T23:59:59Z", 1_709_251_199),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("1969-12-31T23:59:59Z", -1), ("2100-03-01T00:00:00Z", 4_107_542_400),
    ("1900-02-28T12:00:00Z", -2_203_934_400),
  ])
  func `A time is written and read in ISO 8601`(text: String, seconds: Double) throws {
    let time = Date(timeIntervalSince1970: seconds)

    #expect(try JSON(encoding: time) == .string(text))
    #expect(try JSON.string(text).decode(Date.self) == time)
  }

  @Test(arguments: [
    ("2026-11-20T08:00:00.5+01:30", 1_795_156_200.5), ("2026-11-20T08:00:00-00:30", 1_795_163_400),
  ])
  func `A time may have a fraction and an offset`(text: String, seconds: Double) throws {
    #expect(try JSON.string(text).decode(Date.self) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "2026", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-20T24:00:00Z",
    "2026-11-20T08:00:00", "2026-11-20 08:00:00Z", "2026-11-20T08:00:00.Z", "2026-11-20T08:00:00Zx",
    "2026-11-20T08:00:00+1:00", "+026-11-20T08:00:00Z", "2026-1١-20T08:00:00Z",
  ])
  func `What is no time is refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSON.string(text).decode(Date.self) }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e18, -1e18, 253_402_300_800])
  func `A time whose year has no four digits is not written`(seconds: Double) {
    #expect(throws: EncodingError.self) {
      try JSON.encode([Date(timeIntervalSince1970: seconds)])
    }
  }

  @Test func `Containers may be nested by hand, and superclasses have their own`() throws {
    struct Nested: Codable, Equatable {
      enum Key: CodingKey { case inner, list, deep }

      var values = [1, 2]

      init() {}

      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        var list = try outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
          .nestedUnkeyedContainer(forKey: .list)
        values = [try list.decode(Int.self)]
        values.append(
          try list.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .deep))
        _ = try outer.superDecoder().singleValueContainer().decode(String.self)
      }

      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try outer.superEncoder().unkeyedOrSingle("s")
        var list = inner.nestedUnkeyedContainer(forKey: .list)
        try list.encode(values[0])
        var deep = list.nestedContainer(keyedBy: Key.self)
        try deep.encode(values[1], forKey: .deep)
      }
    }

    let document = try JSON.encode(Nested())

    #expect(
      String(decoding: document, as: UTF8.self) == #"{"inner":{"list":[1,{"deep":2}]},"super":"s"}"#
    )
    #expect(try JSON.decode(Nested.self, from: document) == Nested())
  }
}

extension Encoder {
  fileprivate func unkeyedOrSingle(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
