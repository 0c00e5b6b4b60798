import Basics

/// Applies JsonLogic rules from lines of JSON: `{"rule", "data"}`.
public enum LogicBatch {
  /// Appends the result for one line, or `{"error": "…"}`. Without data, the data is null.
  public static func answer(_ line: ArraySlice<UInt8>, into output: inout [UInt8]) {
    switch result(line) {
    case .success(let value): value.write(to: &output)
    case .failure(let error):
      JSON.object(["error": .string(error.message)]).write(to: &output)
    }
  }

  private struct LineError: Error {
    let message: String
  }

  private static func result(_ line: ArraySlice<UInt8>) -> Result<JSON, LineError> {
    do {
      let request = try JSON(parsing: line, options: .line)
      guard let rule = request.object?["rule"] else {
        return .failure(LineError(message: "The line has no \"rule\"."))
      }
      return .success(try JSONLogicRule(rule).apply(to: request.object?["data"] ?? .null))
    } catch {
      return .failure(LineError(message: "\(error)"))
    }
  }
}
