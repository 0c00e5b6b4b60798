/// The largest numbers that a model is read with: far more than any cloud has, and far less than
/// what sums of them could overflow.
public enum PlausibleNumbers {
  /// Once around the globe, in meters, rounded up.
  public static let meters = 0...50_000_000
  /// 31 years, in seconds.
  public static let seconds = 0...1_000_000_000
  /// An amount in the smallest unit of a currency.
  public static let minorUnits = 0...1_000_000_000_000_000
}

extension KeyedDecodingContainer {
  /// Reads a number, and refuses one that is out of range.
  func decode(_ key: Key, in range: ClosedRange<Int>) throws -> Int {
    try require(decode(Int.self, forKey: key), in: range, key)
  }

  /// Reads a number that may be absent, and refuses one that is out of range.
  func decodeIfPresent(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
    try decodeIfPresent(Int.self, forKey: key).map { try require($0, in: range, key) }
  }

  private func require(_ number: Int, in range: ClosedRange<Int>, _ key: Key) throws -> Int {
    guard range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "The number is not in \(range.lowerBound)...\(range.upperBound).")
    }
    return number
  }
}
