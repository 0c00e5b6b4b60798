import Basics

/// Variants that are chosen by name and override a flag's definition.
public struct FlagOverrides: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private var variants: JSON.Object

  public init() { variants = JSON.Object() }

  /// Reads overrides of the form `KEY=VARIANT`; the last one for a key counts.
  ///
  /// - Throws: ``FlagOverrideError`` for one that has no "=", no key or no variant.
  public init(_ assignments: [String]) throws(FlagOverrideError) {
    self.init()
    for assignment in assignments {
      let parts = assignment.utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw FlagOverrideError(assignment: assignment)
      }
      self[String(Substring(parts[0]))] = String(Substring(parts[1]))
    }
  }

  /// Reads overrides separated by commas or blanks: `KEY=VARIANT,KEY=VARIANT`.
  ///
  /// - Throws: ``FlagOverrideError`` for one that has no "=", no key or no variant.
  public init(parsing text: String) throws(FlagOverrideError) {
    let separators = ", \t\r\n".utf8
    try self.init(text.utf8.split { separators.contains($0) }.map { String(Substring($0)) })
  }

  /// Returns these overrides and others, which count where both have one.
  public func merging(_ others: FlagOverrides) -> FlagOverrides {
    var merged = self
    for key in others.keys { merged[key] = others[key] }
    return merged
  }

  public var keys: [String] { variants.names }

  public subscript(key: String) -> String? {
    get { variants[key]?.text }
    set { variants[key] = newValue.map(JSON.string) }
  }

  /// Creates overrides; the last of several for one key counts.
  public init(dictionaryLiteral assignments: (String, String)...) {
    self.init()
    for (key, variant) in assignments { self[key] = variant }
  }
}

/// An override that is not of the form `KEY=VARIANT`.
public struct FlagOverrideError: Error, Equatable, Sendable, CustomStringConvertible {
  public let assignment: String

  public var description: String {
    "\(assignment.quoted) is not a flag's variant. Write KEY=VARIANT."
  }
}
