import Glibc

/// The chi-square distribution.
enum ChiSquareDistribution {
  /// The probability of a value above `statistic` with the given degrees of freedom.
  static func upperTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
    upperGamma(Double(degreesOfFreedom) / 2, statistic / 2)
  }

  /// The regularised upper incomplete gamma function Q(a, x), for positive `a`.
  ///
  /// Below a + 1 it is one minus the power series of P (DLMF 8.7.1), from there on the continued
  /// fraction of Q (DLMF 8.9.2), evaluated by Lentz's method. The relative error is below 1e-12.
  ///
  /// Source: NIST Digital Library of Mathematical Functions, chapter 8; W. Lentz, "Generating
  /// Bessel functions in Mie scattering calculations", Applied Optics 15 (1976).
  static func upperGamma(_ a: Double, _ x: Double) -> Double {
    guard a > 0, x > 0 else { return x.isNaN || a.isNaN ? .nan : 1 }
    guard x.isFinite else { return 0 }
    let factor = exp(a * log(x) - x - lgamma(a))
    return x < a + 1 ? 1 - factor * series(a, x) : factor * continuedFraction(a, x)
  }

  private static func series(_ a: Double, _ x: Double) -> Double {
    var term = 1 / a
    var sum = term
    var n = a
    while abs(term) > abs(sum) * 1e-17 {
      n += 1
      term *= x / n
      sum += term
    }
    return sum
  }

  private static func continuedFraction(_ a: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - a
    var c = 1 / tiny
    var d = 1 / b
    var fraction = d
    for i in 1...10_000 {
      let numerator = -Double(i) * (Double(i) - a)
      b += 2
      d = nonzero(numerator * d + b, tiny)
      c = nonzero(b + numerator / c, tiny)
      d = 1 / d
      let change = c * d
      fraction *= change
      if abs(change - 1) < 1e-16 { break }
    }
    return fraction
  }

  private static func nonzero(_ value: Double, _ tiny: Double) -> Double {
    abs(value) < tiny ? tiny : value
  }
}
