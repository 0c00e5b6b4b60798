import Testing

@testable import MonoCore

/// The published schema, the rules of this repository, and the reference say the same.
struct RulesSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = JSONSchema(document: try JSONParser.parse(Array(RulesFile.schemaText.utf8)))
  }

  @Test func `The rules of this repository satisfy the schema`() throws {
    let file = try #require(Files.read(Path.join(Self.package, "../mono.rules.json")))

    #expect(schema.problems(in: try JSONParser.parse(file)) == [])
  }

  @Test func `The schema uses only what the tool understands`() {
    let known: Set = [
      "$schema", "$defs", "$ref", "title", "description", "type", "const", "oneOf", "minLength",
      "minItems", "items", "properties", "required", "additionalProperties",
    ]
    func unknown(_ schema: JSONValue) -> [String] {
      guard let members = schema.object else { return [] }
      return members.flatMap { key, value -> [String] in
        switch key {
        case "properties", "$defs": (value.object ?? [:]).values.flatMap(unknown)
        case "oneOf": (value.array ?? []).flatMap(unknown)
        case "items": unknown(value)
        default: known.contains(key) ? [] : [key]
        }
      }
    }

    #expect(unknown(schema.document) == [])
  }

  @Test func `The reference describes every key and every kind of rule`() throws {
    let page = try #require(Files.text(Path.join(Self.package, "RULES.md")))
    func keys(_ schema: JSONValue) -> [String] {
      let own = (schema["properties"]?.object ?? [:]).flatMap { key, value in
        [key] + (value["const"]?.string.map { [$0] } ?? []) + keys(value)
      }
      return own + (schema["oneOf"]?.array ?? []).flatMap(keys)
        + (schema["items"].map(keys) ?? []) + (schema["$defs"]?.object ?? [:]).values.flatMap(keys)
    }

    let missing = Set(keys(schema.document)).filter { !page.contains("`\($0)`") }

    #expect(missing.sorted() == [])
  }

  @Test func `The line of each value is known`() {
    let document = """
      {
        "a": [
          1, "x\\"]",
          { "b": null }
        ], "c": {}
      }
      """

    let places = JSONPlaces(Array(document.utf8))

    let lines = ["", "/a", "/a/0", "/a/1", "/a/2", "/a/2/b", "/c", "/c/d"].map(places.line)
    #expect(lines == [1, 2, 3, 3, 4, 4, 5, 5])
  }

  private static let package = Path.join(Path.folder(of: #filePath), "../../..")
}
