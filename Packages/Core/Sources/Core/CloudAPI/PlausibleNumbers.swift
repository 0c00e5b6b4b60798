import Basics

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

extension JSONObjectDecoder {
  /// Reads a number, and refuses one that is out of range.
  func decode(_ name: StaticString, in range: ClosedRange<Int>) throws -> Int {
    let number: Int = try decode(name)
    guard range.contains(number) else { throw outOfRange(name, range) }
    return number
  }

  /// Reads a number that may be absent, and refuses one that is out of range.
  func decodeIfPresent(_ name: StaticString, in range: ClosedRange<Int>) throws -> Int? {
    let number: Int? = try decodeIfPresent(name)
    guard number.map(range.contains) != false else { throw outOfRange(name, range) }
    return number
  }

  private func outOfRange(_ name: StaticString, _ range: ClosedRange<Int>) -> DecodingError {
    invalid(name, "The number is not in \(range.lowerBound)...\(range.upperBound).")
  }
}
