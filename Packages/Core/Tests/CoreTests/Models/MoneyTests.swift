import Core
import Testing

struct MoneyTests {
  @Test(arguments: [
    (1250, "AUD 12.50"), (5, "AUD 0.05"), (0, "AUD 0.00"), (-105, "AUD -1.05"),
    (Int.min, "AUD -92233720368547758.08"),
  ])
  func `An amount is written with two decimals`(minorUnits: Int, text: String) {
    #expect(Money(currency: "AUD", minorUnits: minorUnits).description == text)
  }
}
