import Terminal
import Testing

struct KeyValueListLinesTests {
  @Test func `Entries are aligned, and a long value gets a row of its own`() {
    let list = KeyValueList([
      ("To", "Opera House"), ("Price", "AUD 9.00"), ("Ride", "0123456789012"),
    ])

    #expect(
      list.lines(columns: 18).map(\.text) == [
        "To     Opera House", "Price  AUD 9.00", "Ride", "  0123456789012",
      ])
    #expect(list.lines.map(\.text).first == "To: Opera House")
  }

  @Test(arguments: [0, 1, 2])
  func `No room is too small`(columns: Int) {
    #expect(!KeyValueList([("To", "東京")]).lines(columns: columns).isEmpty)
  }
}
