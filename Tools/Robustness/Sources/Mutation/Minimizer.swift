/// Minimizes an input that fails.
package enum Minimizer {
  /// Returns the smallest input found by leaving out parts of halving size.
  ///
  /// - Parameter attempts: How often `fails` is called at most.
  ///
  /// Source: A. Zeller, R. Hildebrandt: "Simplifying and Isolating Failure-Inducing Input" (2002).
  package static func minimize(
    _ input: [UInt8], attempts: Int = 300, fails: ([UInt8]) throws -> Bool
  ) rethrows -> [UInt8] {
    var smallest = input
    var size = max(1, input.count / 2)
    var left = attempts
    while left > 0 {
      var start = 0
      while start < smallest.count, left > 0 {
        var candidate = smallest
        candidate.removeSubrange(start..<min(start + size, smallest.count))
        left -= 1
        if try fails(candidate) { smallest = candidate } else { start += size }
      }
      if size == 1 { break }
      size = max(1, size / 2)
    }
    return smallest
  }
}
