import Basics

/// The path of a `var`: names and list indexes separated by dots.
struct AttributePath: Sendable {
  struct Segment: Sendable {
    let name: String
    /// The segment as a list index: digits without a leading zero.
    let index: Int?
  }

  /// Empty for the whole data.
  let segments: [Segment]

  /// The path of the whole data.
  init() {
    segments = []
  }

  init(_ text: String) {
    segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { Segment(name: String(Substring($0)), index: Self.index($0)) }
  }

  private static func index(_ units: Substring.UTF8View) -> Int? {
    let isCanonical =
      units.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && (units.count == 1 || units.first != UInt8(ascii: "0"))
    return isCanonical ? Int(Substring(units)) : nil
  }

  /// The value at the path below `value`, from segment `start` on; `nil` when there is none.
  func value(in value: JSON, from start: Int = 0) -> JSON? {
    var current = value
    for position in start..<segments.count {
      switch current {
      case .object(let object):
        guard let member = object[segments[position].name] else { return nil }
        current = member
      case .array(let elements):
        guard let index = segments[position].index, index < elements.count else { return nil }
        current = elements[index]
      default:
        return nil
      }
    }
    return current
  }
}
