import Basics
import Core
import FoundationEssentials
import Testing

@testable import CloudServer

struct SchemaRecorderTests {
  private struct Sample: Codable {
    enum Size: String, Codable, CaseIterable {
      case small, large
    }

    let text: String
    let id: Identifier<Sample>
    let count: Int
    let part: Double?
    let isSet: Bool
    let at: Date
    let size: Size?
    let points: [Location]
    let inner: [Inner]?
  }

  private struct Inner: Codable {
    let number: Int64
  }

  @Test func `A type's fields are found with their forms`() throws {
    let recorder = SchemaRecorder()
    let fields = try recorder.fields(of: Sample.self)

    let number: JSON = ["type": "number", "format": "double"]
    let forms = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema) })
    #expect(forms["text"] == ["type": "string"])
    #expect(forms["id"] == ["type": "string"])
    #expect(forms["count"] == ["type": "integer", "format": "int64"])
    #expect(forms["part"] == number)
    #expect(forms["isSet"] == ["type": "boolean"])
    #expect(forms["at"] == ["type": "string", "format": "date-time"])
    #expect(forms["size"] == ["type": "string", "enum": ["small", "large"]])
    #expect(
      forms["points"] == ["type": "array", "items": ["$ref": "#/components/schemas/Location"]])
    #expect(
      recorder.components["Location"] == [
        "type": "object", "properties": ["latitude": number, "longitude": number],
        "required": ["latitude", "longitude"],
      ])
    let inner = try recorder.fields(of: Inner.self)
    #expect(forms["inner"] == ["type": "array", "items": try recorder.schema(of: Inner.self)])
    #expect(
      inner == [
        SchemaRecorder.Field(
          name: "number", schema: ["type": "integer", "format": "int64"], isRequired: true)
      ])
    #expect(
      fields.filter(\.isRequired).map(\.name)
        == ["text", "id", "count", "isSet", "at", "points"])
  }

  @Test func `A waypoint is a location with a name`() throws {
    let fields = try SchemaRecorder().fields(of: Waypoint.self)

    #expect(fields.map(\.name) == ["latitude", "longitude", "name"])
    #expect(fields.map(\.isRequired) == [true, true, false])
  }
}
