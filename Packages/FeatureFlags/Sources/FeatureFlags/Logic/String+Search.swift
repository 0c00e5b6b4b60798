import Basics

extension String {
  /// Whether the code units of `part` occur in this text, in linear time.
  ///
  /// Source: D. Knuth, J. Morris, V. Pratt, "Fast Pattern Matching in Strings",
  /// SIAM Journal on Computing 6 (1977).
  func containsCodeUnits(of part: String) -> Bool {
    let sought = Array(part.utf8)
    guard !sought.isEmpty else { return true }
    var borders = [0]  // For each prefix, the longest end of it that is also its beginning.
    var matched = 0
    for unit in sought.dropFirst() {
      matched = Self.extended(matched, by: unit, sought, borders)
      borders.append(matched)
    }
    matched = 0
    return withCodeUnits { own in
      for unit in own {
        matched = Self.extended(matched, by: unit, sought, borders)
        if matched == sought.count { return true }
      }
      return false
    }
  }

  /// How many units of `sought` end at `unit`, when `matched` of them ended before it.
  private static func extended(
    _ matched: Int, by unit: UInt8, _ sought: [UInt8], _ borders: [Int]
  ) -> Int {
    var matched = matched
    while matched > 0, sought[matched] != unit { matched = borders[matched - 1] }
    return sought[matched] == unit ? matched + 1 : matched
  }
}
