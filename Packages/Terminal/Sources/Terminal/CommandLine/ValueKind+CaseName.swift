extension ValueKind
where Element: RawRepresentable & CaseIterable & Sendable, Element.RawValue == String {
  /// The name of one of an enum's cases, in any case of letters.
  public static func caseName(_ valueName: String) -> ValueKind {
    let names = Element.allCases.map { $0.rawValue }
    return ValueKind(valueName: valueName, allowedValues: names, format: { $0.rawValue }) {
      argument throws(InvalidValueError) in
      guard let value = Element(rawValue: argument.lowercased()) else {
        throw InvalidValueError("must be one of \(names.joined(separator: ", "))")
      }
      return value
    }
  }
}
