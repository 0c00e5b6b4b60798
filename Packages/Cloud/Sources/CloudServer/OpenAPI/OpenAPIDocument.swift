import Basics
import Cloud
import CloudStore
import Core
public import FoundationEssentials

/// The description of the contract for programs, made from the endpoints of the contract.
///
/// Source: OpenAPI Specification 3.1.0.
public struct OpenAPIDocument {
  /// The document, with its keys in order.
  public let json: Data

  /// Describes `CloudAPI.all`.
  public init() {
    let recorder = SchemaRecorder()
    var paths = JSON.Object()
    for (path, endpoints) in Dictionary(grouping: CloudAPI.all, by: \.path.description) {
      var operations = JSON.Object()
      for endpoint in endpoints {
        operations[endpoint.method.rawValue.lowercased()] = recorder.operation(endpoint)
      }
      paths[path] = .object(operations)
    }
    let document: JSON = [
      "openapi": "3.1.0",
      "info": ["title": "Koober Cloud", "version": "1", "license": ["name": "Proprietary"]],
      "servers": [["url": "/"]], "paths": .object(paths),
      "components": [
        "schemas": .object(recorder.components),
        "securitySchemes": [
          "session": ["type": "http", "scheme": "bearer"],
          "administrator": ["type": "http", "scheme": "bearer"],
          "evaluator": ["type": "http", "scheme": "bearer"],
          "evaluatorKey": ["type": "apiKey", "in": "header", "name": "X-API-Key"],
        ],
      ],
    ]
    // The document consists of texts and truth values, which always can be written as JSON.
    json = (try? JSONCoding.encode(document, pretty: true)) ?? Data()
  }
}

/// The parts of the description that are about one endpoint.
extension SchemaRecorder {
  fileprivate func operation(_ endpoint: any EndpointDeclaration) -> JSON {
    var members: JSON.Object = [
      "operationId": .string(endpoint.name), "summary": .string(endpoint.summary),
      "parameters": .array(parameters(endpoint)), "responses": .object(responses(endpoint)),
      "x-cost": .string(endpoint.cost.rawValue),
    ]
    switch endpoint.access {
    case .anyone: break
    case .rider: members["security"] = [["session": []]]
    case .administrator: members["security"] = [["administrator": []]]
    // Without credentials where the server demands none.
    case .evaluator: members["security"] = [[:], ["evaluator": []], ["evaluatorKey": []]]
    }
    if endpoint.body != Empty.self {
      members["requestBody"] = ["required": .boolean(true), "content": content(endpoint.body)]
    }
    return .object(members)
  }

  private func parameters(_ endpoint: any EndpointDeclaration) -> [JSON] {
    let inPath = endpoint.path.segments.compactMap { segment -> String? in
      if case .parameter(let name) = segment { name } else { nil }
    }
    let fields = (try? fields(of: endpoint.parameters)) ?? []
    var parameters: [JSON] = fields.map { field in
      [
        "name": .string(field.name), "in": inPath.contains(field.name) ? "path" : "query",
        "required": .boolean(field.isRequired), "schema": field.schema,
      ]
    }
    func addHeader(
      _ name: String, _ description: String, isRequired: Bool = false,
      schema: JSON = ["type": "string"]
    ) {
      parameters.append([
        "name": .string(name), "in": "header", "required": .boolean(isRequired),
        "description": .string(description), "schema": schema,
      ])
    }
    if endpoint.isIdempotentByKey {
      addHeader(
        "Idempotency-Key", "Makes a repeated request have one effect.",
        schema: ["type": "string", "pattern": "^[!-~]{1,64}$"])
    }
    if endpoint.isStream {
      addHeader("Last-Event-ID", "The id of the last event that the client has seen.")
    }
    if endpoint.isTagged {
      let isChange = endpoint.method == .put
      addHeader(
        isChange ? "If-Match" : "If-None-Match",
        "The entity tag of the response that the client has.", isRequired: isChange)
    }
    return parameters
  }

  private func responses(_ endpoint: any EndpointDeclaration) -> JSON.Object {
    let error = content(endpoint.failure)
    var done: JSON.Object = ["description": "Done.", "content": content(endpoint.response)]
    if endpoint.isStream { done["content"] = ["text/event-stream": ["schema": ["type": "string"]]] }
    if endpoint.isTagged {
      done["headers"] = ["ETag": ["required": .boolean(true), "schema": ["type": "string"]]]
    }
    var responses: JSON.Object = [
      String(endpoint.successStatus): .object(done),
      "default": [
        "description": "Refused; the document says why and what to do next.", "content": error,
      ],
      "429": [
        "description": .string(
          "More than \(endpoint.limit.burst) requests at once, or \(endpoint.limit.perMinute) in "
            + "each minute, of one \(endpoint.isLimitedByRider ? "rider" : "address")."),
        "headers": ["Retry-After": ["schema": ["type": "integer"]]], "content": error,
      ],
    ]
    responses["503"] = [
      "description": .string(
        "Not done within \(Int(RequestDeadline.standard / .seconds(1))) seconds, or the database does "
          + "not answer."),
      "headers": ["Retry-After": ["schema": ["type": "integer"]]], "content": error,
    ]
    if case .evaluator = endpoint.access {
      responses["401"] = [
        "description": "The server demands a token, and none was sent.", "content": error,
      ]
      responses["403"] = ["description": "The token is not that of the server.", "content": error]
    }
    if endpoint.isTagged, endpoint.method != .put {
      responses["304"] = ["description": "The client has the newest response."]
    }
    return responses
  }

  private func content(_ type: any Decodable.Type) -> JSON {
    ["application/json": ["schema": (try? schema(of: type)) ?? [:]]]
  }
}
