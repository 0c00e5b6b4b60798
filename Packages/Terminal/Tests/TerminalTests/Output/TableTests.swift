import Terminal
import TerminalTesting
import Testing

struct TableTests {
  private static let hostile = "Evil\u{1B}[2J\tname"

  private let table = Table(
    columns: [
      .init("Name", priority: 2), .init("Distance", alignment: .trailing, priority: 1),
      .init("Id"),
    ],
    rows: [
      ["Opera House", "620 m", "place-1"], ["東京タワー", "7800 km", "place-22"],
      [Styled(hostile)],
    ])

  @Test func `On a terminal the columns are aligned`() {
    let lines = [
      "Name         Distance  Id", "Opera House     620 m  place-1",
      "東京タワー    7800 km  place-22", "Evil name              ",
    ]

    #expect(text(80) == lines.map { $0 + "\n" }.joined())
  }

  @Test(arguments: [
    (31, "東京タワー    7800 km  place-22"), (30, "東京タワー   7800 km  place-22"),
    (28, "東京タ…    7800 km  place-22"), (27, "東京タワー    7800 km"),
    (19, "東京タワ…   7800 km"), (18, "東京タ…    7800 km"), (17, "東京タワー"), (9, "東京タワ…"),
    (3, "東…"), (1, "…"),
  ])
  func `A narrow terminal shortens the least important columns first`(columns: Int, row: String) {
    let lines = text(columns).split(separator: "\n").map(String.init)

    #expect(lines.allSatisfy { $0.displayWidth <= columns })
    #expect(lines[2] == row)
  }

  @Test(arguments: [
    (20, "7f3a91b0  AUD 12.50"), (18, "7f3a91b0"), (4, "7f3a91b0"),
  ])
  func `What loses its meaning when it is cut is shown whole or not at all`(
    columns: Int, row: String
  ) {
    let table = Table(
      columns: [
        .init("Id", priority: 2, isWhole: true), .init("Price", alignment: .trailing, priority: 1),
        .init("Link", isWhole: true),
      ], rows: [["7f3a91b0", "AUD 12.50", "koober://share/7f3a91b0"]])

    #expect(table.lines(columns: columns, isUnicode: true).last?.text == row)
  }

  @Test func `Columns without room are left out and named`() {
    let table = Table(
      columns: [
        .init("Flag", priority: 3, isWhole: true), .init("Variant", priority: 2), .init("Reason"),
        .init("Decided by", priority: 1),
      ], rows: [["ride-options-layout", "table", "TARGETING_MATCH", "built-in"]])
    func text(_ columns: Int) -> String {
      table.text(for: .terminal(TerminalSize(columns: columns)))
    }

    #expect(
      text(40) == """
        Flag                 Variant  Decided by
        ride-options-layout  table    built-in
        Too narrow for: Reason.

        """)
    #expect(text(20).hasSuffix("\nToo narrow for:\nVariant, Reason,\nDecided by.\n"))
    #expect(text(80).split(separator: "\n").count == 2)
  }

  @Test func `In a pipe the cells are whole and separated by tabs`() {
    #expect(
      table.text(for: .pipe) == """
        Opera House\t620 m\tplace-1
        東京タワー\t7800 km\tplace-22
        Evil name\t\t

        """)
  }

  @Test func `The accessible form is lines of label and value`() {
    #expect(
      table.text(for: .terminal(isAccessible: true)) == """
        Name: Opera House
        Distance: 620 m
        Id: place-1

        Name: 東京タワー
        Distance: 7800 km
        Id: place-22

        Name: Evil name
        Distance: 
        Id: 

        """)
  }

  @Test func `Headings are bold where there are colors`() {
    let table = Table(columns: [.init("A"), .init("B")], rows: [["1", "\("2", .success)"]])

    #expect(
      table.text(for: .terminal(color: .sixteen))
        == "\u{1B}[1mA\u{1B}[0m  \u{1B}[1mB\u{1B}[0m\n1  \u{1B}[32m2\u{1B}[0m\n")
  }

  @Test func `A right-to-left cell moves nothing beside it`() {
    let table = Table(columns: [.init("Name"), .init("Km")], rows: [["שלום", "5"]])

    #expect(table.text(for: .terminal()) == "Name  Km\nשלום\u{200E}  5\n")
    #expect(table.text(for: .pipe) == "שלום\t5\n")
  }

  @Test func `A table is written to the standard output`() throws {
    let terminal = ScriptedTerminal()

    try terminal.write(Table(columns: [.init("A")], rows: [["1"]]))

    #expect(terminal.output == "1\n")
  }

  private func text(_ columns: Int) -> String {
    table.text(for: .terminal(TerminalSize(columns: columns)))
  }
}
