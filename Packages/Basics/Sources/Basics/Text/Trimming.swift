extension BidirectionalCollection {
  /// Returns the part between the blanks at both ends.
  public func trimming(where isBlank: (Element) throws -> Bool) rethrows -> SubSequence {
    let rest = try drop(while: isBlank)
    guard let last = try rest.lastIndex(where: { try !isBlank($0) }) else { return rest }
    return rest[...last]
  }
}
