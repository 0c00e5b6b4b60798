import Basics

/// How flagd 0.15 and 0.16 assign a bucketing value to one of several weighted buckets.
enum FractionalBucketing {
  /// A weight, and the sum of all weights, may be at most this.
  static let maximumWeight = 2_147_483_647

  /// The position of a bucketing value in `0..<total`, equally likely to be any.
  static func position(of value: String, total: Int) -> Int {
    let hash = withBytes(of: value, MurmurHash3.hash)
    return Int((UInt64(hash) * UInt64(total)) >> 32)
  }

  /// The bytes that are hashed for a bucketing value; later generations of flagd differ only here.
  private static func withBytes(
    of value: String, _ body: (UnsafeBufferPointer<UInt8>) -> UInt32
  ) -> UInt32 {
    value.withCodeUnits(body)
  }
}

/// One choice of a `fractional`: the variant, and how likely it is in relation to the others.
struct Bucket {
  let variant: JSON
  let weight: Int

  /// Reads `[variant]` or `[variant, weight]`; `nil` when it is neither.
  init?(_ json: JSON) {
    guard case .array(let elements) = json, (1...2).contains(elements.count) else { return nil }
    switch elements[0] {
    case .array, .object: return nil
    default: variant = elements[0]
    }
    guard elements.count == 2 else {
      weight = 1
      return
    }
    guard let number = elements[1].double, number == number.rounded(.towardZero),
      number <= Double(FractionalBucketing.maximumWeight)
    else { return nil }
    weight = number < 0 ? 0 : Int(number)
  }
}

/// Buckets with constant variants and weights.
struct ConstantSplit: Sendable {
  private let variants: [JSON]
  private let runningSums: [Int]
  /// Whether the bucketing value is the flag's key and the targeting key.
  private(set) var usesTargetingKey = false

  /// `nil` when a bucket is malformed, or the weights are too large or all zero.
  init?(buckets: [JSON]) {
    var variants: [JSON] = []
    var sums: [Int] = []
    var sum = 0
    for json in buckets {
      guard let bucket = Bucket(json) else { return nil }
      sum += bucket.weight
      guard sum <= FractionalBucketing.maximumWeight else { return nil }
      variants.append(bucket.variant)
      sums.append(sum)
    }
    guard sum > 0 else { return nil }
    self.variants = variants
    runningSums = sums
  }

  /// The same buckets, chosen by the flag's key and the targeting key.
  func shorthand() -> ConstantSplit {
    var copy = self
    copy.usesTargetingKey = true
    return copy
  }

  /// The variant for a bucketing value.
  func variant(for value: String) -> JSON {
    let total = runningSums[runningSums.count - 1]  // Never empty: the sum is positive.
    let position = FractionalBucketing.position(of: value, total: total)
    var low = 0
    var high = runningSums.count - 1
    while low < high {  // The first bucket whose running sum is greater than the position.
      let middle = (low + high) / 2
      if runningSums[middle] > position { high = middle } else { low = middle + 1 }
    }
    return variants[low]
  }
}
