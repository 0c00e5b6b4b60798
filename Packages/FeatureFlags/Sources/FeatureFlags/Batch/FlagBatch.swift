public import Basics

/// Evaluates flags from lines of JSON: `{"key", "type", "default", "context"}`.
public struct FlagBatch: Sendable {
  private let provider: any FeatureProvider
  private let metadata: @Sendable (String) -> FlagMetadata

  /// Creates a batch over definitions.
  public init(_ definitions: FlagDefinitions) {
    provider = definitions
    metadata = { definitions.metadata(of: $0) }
  }

  /// Appends the result for one line: an object as ``EvaluationDetails/json`` makes it.
  ///
  /// A line that is not such an object has a result too, with the reason ERROR; its key is null
  /// when the line has none. Without a context, the context is empty.
  public func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) {
    do throws(LineError) {
      try evaluate(line).json.write(to: &output)
    } catch {
      error.json.write(to: &output)
    }
  }

  private struct LineError: Error {
    let key: String?
    let fallback: JSON
    let message: String

    var json: JSON {
      let details = EvaluationDetails(
        flagKey: key ?? "", value: fallback, resolution: .failed(.parseError, message))
      guard key == nil, case .object(var members) = details.json else { return details.json }
      members["key"] = .null
      return .object(members)
    }
  }

  private func evaluate(
    _ line: ArraySlice<UInt8>
  ) throws(LineError) -> EvaluationDetails<JSON> {
    let request: JSON
    do {
      request = try JSON(parsing: line, options: .line)
    } catch {
      throw LineError(key: nil, fallback: .null, message: "The line is not JSON: \(error).")
    }
    let members = request.object ?? JSON.Object()
    let fallback = members["default"] ?? .null
    guard let key = members["key"]?.text else {
      throw LineError(key: nil, fallback: fallback, message: "The line has no text \"key\".")
    }
    guard let type = members["type"]?.text.flatMap(FlagType.init) else {
      let names = FlagType.allCases.map(\.rawValue).joined(separator: ", ")
      throw LineError(key: key, fallback: fallback, message: "The \"type\" is none of \(names).")
    }
    switch members["context"] {
    case .object(let attributes):
      return provider.details(
        for: key, type: type, default: fallback,
        context: EvaluationContext(attributes: attributes))
    case nil, .null:
      return provider.details(for: key, type: type, default: fallback)
    default:
      return .invalidContext(key: key, default: fallback, metadata: metadata(key))
    }
  }
}

extension EvaluationDetails where Value == JSON {
  /// The details of an evaluation whose context is not an object.
  public static func invalidContext(
    key: String, default fallback: JSON, metadata: FlagMetadata
  ) -> EvaluationDetails<JSON> {
    EvaluationDetails(
      flagKey: key, value: fallback,
      resolution: .failed(
        .invalidContext, "The context is not an object.", metadata: metadata))
  }
}
