import Basics

/// Evaluates flags from lines of JSON: `{"key", "type", "default", "context"}`.
public struct FlagBatch: Sendable {
  private let definitions: FlagDefinitions

  public init(_ definitions: FlagDefinitions) { self.definitions = definitions }

  /// Appends the result for one line: an object as ``EvaluationDetails/json`` makes it.
  ///
  /// A line that is not such an object has a result too, with the reason ERROR; its key is null
  /// when the line has none. Without a context, the context is empty.
  public func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) {
    result(of: line).write(to: &output)
  }

  private func result(of line: ArraySlice<UInt8>) -> JSON {
    let request: JSON.Object
    do {
      request = try JSON(parsing: line, options: .line).object ?? JSON.Object()
    } catch {
      return failure("The line is not JSON: \(error).")
    }
    let fallback = request["default"] ?? .null
    guard let key = request["key"]?.text else {
      return failure("The line has no text \"key\".", default: fallback)
    }
    guard let type = request["type"]?.text.flatMap(FlagType.init) else {
      let names = FlagType.allCases.map(\.rawValue).joined(separator: ", ")
      return failure("The \"type\" is none of \(names).", key: key, default: fallback)
    }
    switch request["context"] ?? .null {
    case .object(let attributes):
      let context = EvaluationContext(attributes: attributes)
      return definitions.details(for: key, type: type, default: fallback, context: context).json
    case .null: return definitions.details(for: key, type: type, default: fallback).json
    default: return definitions.invalidContext(for: key, default: fallback).json
    }
  }

  private func failure(
    _ message: String, key: String? = nil, default fallback: JSON = .null
  ) -> JSON {
    let details = EvaluationDetails(
      flagKey: key ?? "", value: fallback, resolution: .failed(.parseError, message))
    guard key == nil, case .object(var members) = details.json else { return details.json }
    members["key"] = .null
    return .object(members)
  }
}
