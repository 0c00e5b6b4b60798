extension [Row] {
  /// The rows as a JSON array; times in nanoseconds, `null` where something was not measured.
  public var json: String {
    "[\n" + map { "  \($0.json)" }.joined(separator: ",\n") + "\n]"
  }
}

extension Row {
  fileprivate var json: String {
    let fields = [
      ("work", jsonString(name)),
      ("target", jsonString(target)),
      ("median", jsonNumber(measurement.work.median)),
      ("minimum", jsonNumber(measurement.work.minimum)),
      ("allocations", jsonNumber(measurement.work.allocations)),
      ("floorMedian", jsonNumber(measurement.floor?.median)),
      ("floorMinimum", jsonNumber(measurement.floor?.minimum)),
      ("floorAllocations", jsonNumber(measurement.floor?.allocations)),
      ("ratio", jsonNumber(measurement.ratio)),
    ]
    return "{" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }
}

private func jsonNumber(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "null" }
  return "\(value)"
}

private func jsonNumber(_ value: Int?) -> String {
  value.map { "\($0)" } ?? "null"
}

/// Returns the text between quotation marks, with everything escaped that JSON does not allow.
private func jsonString(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      result += "\\\(scalar)"
    case "\u{0}"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
