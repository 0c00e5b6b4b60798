/// The largest numbers that a model is read with: far more than any cloud has, and far less than
/// what sums of them could overflow.
enum PlausibleNumbers {
  /// Once around the globe, in meters, rounded up.
  static let meters = 0...50_000_000
  /// 31 years, in seconds.
  static let seconds = 0...1_000_000_000
  /// An amount in the smallest unit of a currency.
  static let minorUnits = 0...1_000_000_000_000_000
}

extension KeyedDecodingContainer {
  /// Reads a number, and refuses one that is out of range.
  func decode(_ key: Key, in range: ClosedRange<Int>) throws -> Int {
    let number = try decode(Int.self, forKey: key)
    guard range.contains(number) else { throw outOfRange(key, range) }
    return number
  }

  /// Reads a number that may be absent, and refuses one that is out of range.
  func decodeIfPresent(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
    let number = try decodeIfPresent(Int.self, forKey: key)
    guard number.map(range.contains) != false else { throw outOfRange(key, range) }
    return number
  }

  private func outOfRange(_ key: Key, _ range: ClosedRange<Int>) -> DecodingError {
    .dataCorruptedError(
      forKey: key, in: self,
      debugDescription: "The number is not in \(range.lowerBound)...\(range.upperBound).")
  }
}
