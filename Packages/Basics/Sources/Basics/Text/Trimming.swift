extension BidirectionalCollection {
  /// Returns the elements without those at both ends that match.
  public func trimming(while matches: (Element) throws -> Bool) rethrows -> SubSequence {
    let rest = try drop(while: matches)
    guard let last = try rest.lastIndex(where: { try !matches($0) }) else { return rest }
    return rest[...last]
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  public var trimmingBlanks: String {
    // Characters need not be put together where no end can be white space.
    let ends = [unicodeScalars.first, unicodeScalars.last]
    if ends.allSatisfy({ $0.map { ("!"..."~").contains($0) } ?? true }) { return String(self) }
    return String(trimming(while: \.isWhitespace))
  }
}
