import Glibc

/// Student's t-distribution.
enum StudentDistribution {
  /// The probability of a value further than `t` from zero, on either side.
  ///
  /// It is the regularised incomplete beta function I(ν / (ν + t²); ν / 2, 1 / 2). The relative error
  /// is below 1e-10 up to ten thousand degrees of freedom, and below 1e-6 up to ten million.
  static func twoSidedTail(_ t: Double, degreesOfFreedom: Double) -> Double {
    guard t.isFinite, degreesOfFreedom > 0 else { return t.isNaN ? .nan : 0 }
    let squared = t * t
    let sum = degreesOfFreedom + squared
    return incompleteBeta(
      degreesOfFreedom / sum, complement: squared / sum, degreesOfFreedom / 2, 0.5)
  }

  /// The value that is exceeded, on either side, with a probability in `0..<1`.
  static func twoSidedQuantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while high < 1e12, twoSidedTail(high, degreesOfFreedom: degreesOfFreedom) > probability {
      high *= 2
    }
    for _ in 0..<100 {  // Halving until a double can be halved no further.
      let middle = (low + high) / 2
      if twoSidedTail(middle, degreesOfFreedom: degreesOfFreedom) > probability {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }

  /// The regularised incomplete beta function I(x; a, b), by its continued fraction, evaluated by
  /// Lentz's method where that converges fast.
  ///
  /// Source: NIST Digital Library of Mathematical Functions, 8.17.22 and 8.17.4.
  private static func incompleteBeta(
    _ x: Double, complement: Double, _ a: Double, _ b: Double
  ) -> Double {
    guard x > 0 else { return 0 }
    guard complement > 0 else { return 1 }
    let factor = exp(
      lgamma(a + b) - lgamma(a) - lgamma(b) + a * log1p(-complement) + b * log(complement))
    return x < (a + 1) / (a + b + 2)
      ? factor * continuedFraction(x, a, b) / a
      : 1 - factor * continuedFraction(complement, b, a) / b
  }

  private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func nonzero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / nonzero(1 - (a + b) * x / (a + 1))
    var fraction = d
    @discardableResult func multiply(_ numerator: Double) -> Double {
      d = 1 / nonzero(1 + numerator * d)
      c = nonzero(1 + numerator / c)
      fraction *= c * d
      return c * d
    }
    for m in stride(from: 1.0, through: 100_000, by: 1) {
      multiply(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)))
      let change = multiply(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)))
      if abs(change - 1) < 1e-16 { break }
    }
    return fraction
  }
}
