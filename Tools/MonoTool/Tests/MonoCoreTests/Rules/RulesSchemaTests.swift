import Basics
import Testing

@testable import MonoCore

/// The published schema, the rules of this repository, and the reference say the same.
struct RulesSchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = JSONSchema(document: try JSON.parse(Array(RulesFile.schemaText.utf8)))
  }

  @Test func `The rules of this repository satisfy the schema`() throws {
    let file = try #require(Files.read(Path.join(Self.package, "../mono.rules.json")))

    #expect(schema.problems(in: try JSON.parse(file)) == [])
  }

  @Test func `The schema uses only what the tool understands`() {
    let known: Set = [
      "$schema", "$defs", "$ref", "title", "description", "type", "const", "oneOf", "minLength",
      "minItems", "items", "properties", "required", "additionalProperties",
    ]
    func unknown(_ schema: JSON) -> [String] {
      guard let members = schema.members else { return [] }
      return members.flatMap { key, value -> [String] in
        switch key {
        case "properties", "$defs": (value.members ?? [:]).values.flatMap(unknown)
        case "oneOf": (value.elements ?? []).flatMap(unknown)
        case "items": unknown(value)
        default: known.contains(key) ? [] : [key]
        }
      }
    }

    #expect(unknown(schema.document) == [])
  }

  @Test func `The reference describes every key and every kind of rule`() throws {
    let page = try #require(Files.text(Path.join(Self.package, "RULES.md")))
    func keys(_ schema: JSON) -> [String] {
      let own = (schema["properties"]?.members ?? [:]).flatMap { key, value in
        [key] + (value["const"]?.text.map { [$0] } ?? []) + keys(value)
      }
      return own + (schema["oneOf"]?.elements ?? []).flatMap(keys)
        + (schema["items"].map(keys) ?? []) + (schema["$defs"]?.members ?? [:]).values.flatMap(keys)
    }

    let missing = Set(keys(schema.document)).filter { !page.contains("`\($0)`") }

    #expect(missing.sorted() == [])
  }

  private static let package = Path.join(Path.folder(of: #filePath), "../../..")
}
