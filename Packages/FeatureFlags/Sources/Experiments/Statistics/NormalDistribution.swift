import Glibc

/// The standard normal distribution.
enum NormalDistribution {
  /// The probability of a value further than `z` from zero, on either side.
  ///
  /// It is the complementary error function of the C library at |z| / √2, so that it stays exact
  /// where it is tiny.
  static func twoSidedTail(_ z: Double) -> Double {
    erfc(abs(z) / 2.0.squareRoot())
  }

  /// The probability of a value above `z`.
  static func upperTail(_ z: Double) -> Double {
    erfc(z / 2.0.squareRoot()) / 2
  }

  /// The value below which a normal value lies with a probability in `0...1`.
  ///
  /// The relative error is about 1e-16.
  ///
  /// Source: M. J. Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution",
  /// Applied Statistics 37 (1988), routine PPND16.
  static func quantile(_ probability: Double) -> Double {
    guard probability > 0, probability < 1 else {
      return probability == 0 ? -.infinity : probability == 1 ? .infinity : .nan
    }
    let centered = probability - 0.5
    if abs(centered) <= 0.425 {
      let r = 0.180625 - centered * centered
      return centered * polynomial(r, central.numerator) / polynomial(r, central.denominator)
    }
    let tail = min(probability, 1 - probability)
    let r = (-log(tail)).squareRoot()
    let (shift, coefficients) = r <= 5 ? (1.6, middle) : (5, far)
    let magnitude =
      polynomial(r - shift, coefficients.numerator)
      / polynomial(r - shift, coefficients.denominator)
    return centered < 0 ? -magnitude : magnitude
  }

  private typealias Coefficients = (numerator: [Double], denominator: [Double])

  /// The value of a polynomial, the constant coefficient first.
  private static func polynomial(_ x: Double, _ coefficients: [Double]) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }

  private static let central: Coefficients = (
    [
      3.387_132_872_796_366_5, 1.331_416_678_917_843_8e2, 1.971_590_950_306_551_3e3,
      1.373_169_376_550_946_0e4, 4.592_195_393_154_987_1e4, 6.726_577_092_700_870_1e4,
      3.343_057_558_358_812_8e4, 2.509_080_928_730_122_7e3,
    ],
    [
      1, 4.231_333_070_160_091_1e1, 6.871_870_074_920_579_1e2, 5.394_196_021_424_751_1e3,
      2.121_379_430_158_659_7e4, 3.930_789_580_009_271_1e4, 2.872_908_573_572_194_3e4,
      5.226_495_278_852_854_6e3,
    ]
  )

  private static let middle: Coefficients = (
    [
      1.423_437_110_749_683_6, 4.630_337_846_156_545_3, 5.769_497_221_460_691_4,
      3.647_848_324_763_204_6, 1.270_458_252_452_368_4, 2.417_807_251_774_506_1e-1,
      2.272_384_498_926_918_5e-2, 7.745_450_142_783_414e-4,
    ],
    [
      1, 2.053_191_626_637_758_8, 1.676_384_830_183_803_8, 6.897_673_349_851_0e-1,
      1.481_039_764_274_800_7e-1, 1.519_866_656_361_645_7e-2, 5.475_938_084_995_344_9e-4,
      1.050_750_071_644_416_8e-9,
    ]
  )

  private static let far: Coefficients = (
    [
      6.657_904_643_501_103_8, 5.463_784_911_164_114_4, 1.784_826_539_917_291_3,
      2.965_605_718_285_048_7e-1, 2.653_218_952_657_612_3e-2, 1.242_660_947_388_078_4e-3,
      2.711_555_568_743_487_6e-5, 2.010_334_399_292_288_1e-7,
    ],
    [
      1, 5.998_322_065_558_879_4e-1, 1.369_298_809_227_358_1e-1, 1.487_536_129_085_061_5e-2,
      7.868_691_311_456_132_6e-4, 1.846_318_317_510_054_7e-5, 1.421_511_758_316_446e-7,
      2.044_263_103_389_939_8e-15,
    ]
  )
}
