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

  @Test func `A type's fields are found with their forms`() {
    let schema = SchemaRecorder.schema(of: Sample.self)

    let location = TypeSchema.object(
      name: "Location",
      fields: [
        TypeSchema.Field(name: "latitude", schema: .number, isRequired: true),
        TypeSchema.Field(name: "longitude", schema: .number, isRequired: true),
      ])
    guard case .object(_, let fields) = schema else {
      Issue.record("It is \(schema).")
      return
    }
    let forms = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema) })
    #expect(forms["text"] == .text)
    #expect(forms["id"] == .text)
    #expect(forms["count"] == .integer)
    #expect(forms["part"] == .number)
    #expect(forms["isSet"] == .truth)
    #expect(forms["at"] == .time)
    #expect(forms["size"] == .choice(["small", "large"]))
    #expect(forms["points"] == .list(location))
    guard case .list(.object(_, let inner), nil) = forms["inner"] else {
      Issue.record("It is \(String(describing: forms["inner"])).")
      return
    }
    #expect(inner == [TypeSchema.Field(name: "number", schema: .integer, isRequired: true)])
    #expect(
      fields.filter(\.isRequired).map(\.name)
        == ["text", "id", "count", "isSet", "at", "points"])
  }

  @Test func `A waypoint is a location with a name`() {
    guard case .object("Waypoint", let fields) = SchemaRecorder.schema(of: Waypoint.self) else {
      Issue.record("A waypoint is no object.")
      return
    }

    #expect(fields.map(\.name) == ["latitude", "longitude", "name"])
    #expect(fields.map(\.isRequired) == [true, true, false])
  }
}
