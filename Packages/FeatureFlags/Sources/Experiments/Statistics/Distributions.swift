import Glibc

/// The standard normal distribution.
enum NormalDistribution {
  /// The probability of a value further than `z` from zero, on either side.
  ///
  /// It is the complementary error function of the C library at |z| / √2, so that it stays exact
  /// where it is tiny.
  static func twoSidedTail(_ z: Double) -> Double { erfc(abs(z) / 2.0.squareRoot()) }
  /// The probability of a value above `z`.
  static func upperTail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }

  /// The value below which a normal value lies with a probability in `0...1`, to a relative error of
  /// about 1e-15; not a number for any other probability.
  static func quantile(_ probability: Double) -> Double {
    if probability == 0 { return -.infinity }
    if probability == 1 { return .infinity }
    guard probability > 0, probability < 1 else { return .nan }
    let magnitude = position(of: min(probability, 1 - probability), in: upperTail)
    return probability < 0.5 ? -magnitude : magnitude
  }
}

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
    position(of: probability) { twoSidedTail($0, degreesOfFreedom: degreesOfFreedom) }
  }

  /// The regularised incomplete beta function I(x; a, b), by its continued fraction where that
  /// converges fast.
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
      ? factor * fraction(x, a, b) / a : 1 - factor * fraction(complement, b, a) / b
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    var fraction = ContinuedFraction()
    fraction.append(1)
    fraction.append(-(a + b) * x / (a + 1))
    for m in stride(from: 1.0, through: 100_000, by: 1) {
      fraction.append(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)))
      let change = fraction.append(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)))
      if abs(change - 1) < 1e-16 { break }
    }
    return fraction.value
  }
}

enum ChiSquareDistribution {
  /// The probability of a value above `statistic` with a positive number of degrees of freedom.
  ///
  /// It is the regularised upper incomplete gamma function Q(a, x). Below a + 1 that is one minus the
  /// power series of P (DLMF 8.7.1), from there on its continued fraction (DLMF 8.9.2). The relative
  /// error is below 1e-12.
  ///
  /// Source: NIST Digital Library of Mathematical Functions, chapter 8.
  static func upperTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
    let (a, x) = (Double(degreesOfFreedom) / 2, statistic / 2)
    guard x > 0 else { return x.isNaN ? .nan : 1 }
    guard x.isFinite else { return 0 }
    let factor = exp(a * log(x) - x - lgamma(a))
    return x < a + 1 ? 1 - factor * series(a, x) : factor * fraction(a, x)
  }

  private static func series(_ a: Double, _ x: Double) -> Double {
    var (term, sum, n) = (1 / a, 1 / a, a)
    while abs(term) > abs(sum) * 1e-17 {
      n += 1
      term *= x / n
      sum += term
    }
    return sum
  }

  private static func fraction(_ a: Double, _ x: Double) -> Double {
    var fraction = ContinuedFraction()
    fraction.append(1, over: x + 1 - a)
    for n in stride(from: 1.0, through: 10_000, by: 1) {
      let change = fraction.append(-n * (n - a), over: x + 1 - a + 2 * n)
      if abs(change - 1) < 1e-16 { break }
    }
    return fraction.value
  }
}

/// A continued fraction, evaluated by Lentz's method.
///
/// Source: W. Lentz, "Generating Bessel functions in Mie scattering calculations", Applied Optics 15
/// (1976).
private struct ContinuedFraction {
  private static let tiny = 1e-300
  private(set) var value = Self.tiny
  private var c = Self.tiny
  private var d = 0.0

  /// Appends a partial numerator and denominator, and returns the factor by which the value changes.
  @discardableResult
  mutating func append(_ numerator: Double, over denominator: Double = 1) -> Double {
    d = 1 / Self.nonzero(denominator + numerator * d)
    c = Self.nonzero(denominator + numerator / c)
    value *= c * d
    return c * d
  }

  private static func nonzero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
}

/// The value, not negative and below 1e12, at which a falling tail reaches a probability.
private func position(of probability: Double, in tail: (Double) -> Double) -> Double {
  guard tail(0) > probability else { return 0 }
  var (low, high) = (0.0, 1.0)
  while high < 1e12, tail(high) > probability { high *= 2 }
  for _ in 0..<100 {  // Halving until a double can be halved no further.
    let middle = (low + high) / 2
    if tail(middle) > probability { low = middle } else { high = middle }
  }
  return high
}
