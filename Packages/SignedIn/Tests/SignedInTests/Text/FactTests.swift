import Terminal
import Testing

@testable import SignedIn

struct FactTests {
  @Test func `Facts are aligned, and a long value gets a row of its own`() {
    let facts = [
      Fact("To", "Opera House"), Fact("Price", "AUD 9.00"), Fact("Ride", "0123456789012"),
    ]

    #expect(
      facts.lines(columns: 18).map(\.text) == [
        "To     Opera House", "Price  AUD 9.00", "Ride", "  0123456789012",
      ])
    #expect(facts[0].line.text == "To: Opera House")
  }

  @Test(arguments: [0, 1, 2])
  func `No room is too small`(columns: Int) {
    #expect(!([Fact("To", "東京")].lines(columns: columns).isEmpty))
  }
}
