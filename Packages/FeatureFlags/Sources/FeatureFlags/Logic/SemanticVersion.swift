import Basics

/// A version by semver.org 2.0.0; its numbers may have any length.
struct SemanticVersion {
  private let numbers: [Substring.UTF8View]  // Major, minor, patch: digits.
  private let prerelease: [Substring.UTF8View]

  /// Reads exactly X.Y.Z with an optional prerelease and build.
  init?(strict text: Substring) {
    let build = text.utf8.split(
      separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
    if build.count == 2, Self.identifiers(build[1], allowsLeadingZeros: true) == nil { return nil }
    let parts = build[0].split(
      separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    numbers = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers.allSatisfy(\.isNumber) else { return nil }
    let identifiers = parts.count == 2 ? Self.identifiers(parts[1], allowsLeadingZeros: false) : []
    guard let identifiers else { return nil }
    prerelease = identifiers
  }

  /// Reads a version as `sem_ver` does: with one leading `v`, and X or X.Y for X.0.0 or X.Y.0.
  init?(_ text: String) {
    var rest = text[...]
    if let first = rest.utf8.first, first | 0x20 == UInt8(ascii: "v") {
      rest = Substring(rest.utf8.dropFirst())
    }
    let dots = rest.utf8.filter { $0 == UInt8(ascii: ".") }.count
    let isPlain = rest.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    let missing = isPlain && dots < 2 ? String(repeating: ".0", count: 2 - dots) : ""
    self.init(strict: missing.isEmpty ? rest : Substring(rest + missing))
  }

  /// Reads a version from a text, or from a number written as a text.
  init?(_ value: JSON) {
    switch value {
    case .string(let text): self.init(text)
    case .number(let number): self.init(number.double.javaScriptText)
    default: return nil
    }
  }

  private static func identifiers(
    _ units: Substring.UTF8View, allowsLeadingZeros: Bool
  ) -> [Substring.UTF8View]? {
    let identifiers = units.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areValid = identifiers.allSatisfy { identifier in
      !identifier.isEmpty && identifier.allSatisfy(isAllowed)
        && (allowsLeadingZeros || !identifier.allSatisfy(\.isDigit) || identifier.isNumber)
    }
    return areValid ? identifiers : nil
  }

  private static func isAllowed(_ unit: UInt8) -> Bool {
    unit.isDigit || unit == UInt8(ascii: "-")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit | 0x20)
  }

  /// Whether both have the same major version, and optionally the same minor version.
  func isCompatible(with other: SemanticVersion, sameMinor: Bool) -> Bool {
    (0...(sameMinor ? 1 : 0)).allSatisfy { numbers[$0].elementsEqual(other.numbers[$0]) }
  }

  /// Less than, equal to or greater than zero, as `self` is below, equal to or above `other`.
  func order(comparedTo other: SemanticVersion) -> Int {
    for index in 0..<3 {
      let order = Self.numericOrder(numbers[index], other.numbers[index])
      if order != 0 { return order }
    }
    if prerelease.isEmpty || other.prerelease.isEmpty {
      return (prerelease.isEmpty ? 1 : 0) - (other.prerelease.isEmpty ? 1 : 0)
    }
    for (own, theirs) in zip(prerelease, other.prerelease) {
      let order = Self.identifierOrder(own, theirs)
      if order != 0 { return order }
    }
    return prerelease.count - other.prerelease.count
  }

  private static func identifierOrder(
    _ own: Substring.UTF8View, _ other: Substring.UTF8View
  ) -> Int {
    switch (own.allSatisfy(\.isDigit), other.allSatisfy(\.isDigit)) {
    case (true, true): numericOrder(own, other)
    case (true, false): -1
    case (false, true): 1
    case (false, false): textOrder(own, other)
    }
  }

  /// Compares digits without leading zeros as numbers: the longer is the larger.
  private static func numericOrder(_ own: Substring.UTF8View, _ other: Substring.UTF8View) -> Int {
    own.count == other.count ? textOrder(own, other) : own.count - other.count
  }

  private static func textOrder(_ own: Substring.UTF8View, _ other: Substring.UTF8View) -> Int {
    if own.lexicographicallyPrecedes(other) { return -1 }
    return other.lexicographicallyPrecedes(own) ? 1 : 0
  }
}

extension Substring.UTF8View {
  /// Whether it is digits without a leading zero.
  var isNumber: Bool {
    !isEmpty && allSatisfy(\.isDigit) && (count == 1 || first != UInt8(ascii: "0"))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
