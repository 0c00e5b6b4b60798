import Basics
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer

struct OpenAPIDocumentTests {
  /// The parts of the document that the tests look at.
  private struct Document: Decodable {
    struct Operation: Decodable {
      struct Parameter: Decodable {
        let name: String
        let `in`: String
        let required: Bool
      }

      let operationId: String
      let summary: String
      let parameters: [Parameter]
      let security: [[String: [String]]]?
      let responses: [String: Response]

      struct Response: Decodable {
        let description: String
      }
    }

    let openapi: String
    let paths: [String: [String: Operation]]
  }

  private func document() throws -> Document {
    try JSONCoding.decode(Document.self, from: OpenAPIDocument().json)
  }

  @Test func `Every endpoint is described`() throws {
    let document = try document()

    let described = document.paths.values.flatMap(\.values).map(\.operationId)
    #expect(document.openapi == "3.1.0")
    #expect(described.sorted() == CloudAPI.all.map(\.name).sorted())
  }

  @Test func `No form of a parameter, a body or an answer is unknown`() {
    for endpoint in CloudAPI.all {
      for type in [endpoint.parameters, endpoint.body, endpoint.response] {
        #expect(throws: Never.self, "\(endpoint.name)") {
          try SchemaRecorder().schema(of: type)
        }
      }
    }
  }

  @Test func `Every operation has the limit of its endpoint`() throws {
    let operations = try document().paths.values.flatMap(\.values)

    for endpoint in CloudAPI.all {
      let operation = operations.first { $0.operationId == endpoint.name }
      let description = operation?.responses["429"]?.description ?? ""
      #expect(
        description.hasPrefix(
          "More than \(endpoint.limit.burst) requests at once, or \(endpoint.limit.perMinute) in"))
    }
    for (name, caller) in [
      ("profile", "rider"), ("exportAccount", "rider"), ("changePassword", "address"),
      ("signIn", "address"), ("flags", "address"), ("experiments", "address"),
    ] {
      let operation = operations.first { $0.operationId == name }
      #expect(operation?.responses["429"]?.description.hasSuffix("of one \(caller).") == true)
    }
  }

  @Test func `Every list in a body has a bound`() throws {
    let lists = CloudAPI.all.map { endpoint in
      let fields = (try? SchemaRecorder().fields(of: endpoint.body)) ?? []
      return (name: endpoint.name, lists: fields.filter { $0.schema.object?["items"] != nil })
    }.filter { !$0.lists.isEmpty }

    #expect(lists.map(\.name) == ["markInboxRead", "recordExperimentEvents"])
    for list in lists.flatMap(\.lists) {
      let bound = try #require(list.schema.object?["maxItems"]?.double)
      #expect([200, 1000].contains(bound))
    }
    let text = String(decoding: OpenAPIDocument().json, as: UTF8.self)
    #expect(text.contains("\"maxItems\": 1000") && text.contains("\"maxItems\": 200"))
  }

  @Test func `Parameters stand where they are sent`() throws {
    let document = try document()
    let search = try #require(document.paths["/places"]?["get"])
    let cancel = try #require(document.paths["/rides/{ride}/cancellation"]?["post"])
    let request = try #require(document.paths["/rides"]?["post"])

    #expect(
      search.parameters.map(\.name) == ["query", "latitude", "longitude", "limit", "ranking"])
    #expect(search.parameters.map(\.required) == [true, false, false, true, true])
    #expect(Set(search.parameters.map(\.in)) == ["query"])
    #expect(search.security == nil)
    #expect(cancel.parameters.map { "\($0.in) \($0.name)" } == ["path ride", "query fee"])
    #expect(cancel.security == [["session": []]])
    #expect(request.parameters.map { "\($0.in) \($0.name)" } == ["header Idempotency-Key"])
  }

  @Test func `A creation answers 201`() throws {
    let created = try document().paths.values.flatMap(\.values)
      .filter { $0.responses.keys.contains("201") }.map(\.operationId)

    #expect(
      created.sorted() == [
        "createPost", "createRideLink", "inviteFriend", "requestRide", "resetPassword",
        "sharePost", "signIn", "signUp",
      ])
  }

  @Test func `Every reference leads to a schema`() throws {
    let text = String(decoding: OpenAPIDocument().json, as: UTF8.self)

    let references = Set(text.matches(of: /#\/components\/schemas\/([^"]+)/).map { $0.1 })
    #expect(references.contains("Ride"))
    for reference in references { #expect(text.contains("\"\(reference)\": {")) }
  }

  @Test func `A field that may be missing may be null`() throws {
    let recorder = SchemaRecorder()
    _ = try recorder.schema(of: Waypoint.self)

    let members = try #require(recorder.components["Waypoint"]?.object)
    #expect(
      members["properties"]
        == [
          "latitude": ["type": "number", "format": "double"],
          "longitude": ["type": "number", "format": "double"],
          "name": ["anyOf": [["type": "string"], ["type": "null"]]],
        ])
    #expect(members["required"] == ["latitude", "longitude"])
  }

  @Test func `The document is the same each time`() {
    #expect(OpenAPIDocument().json == OpenAPIDocument().json)
  }
}
