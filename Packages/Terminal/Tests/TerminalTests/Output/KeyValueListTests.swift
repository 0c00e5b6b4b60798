import Terminal
import TerminalTesting
import Testing

struct KeyValueListTests {
  private let list = KeyValueList([
    ("Name", "Johnny Appleseed"), ("Mobile number", "+61 400 000 000"),
  ])

  @Test func `On a terminal the values are aligned`() {
    #expect(
      list.text(for: .terminal()) == """
        Name           Johnny Appleseed
        Mobile number  +61 400 000 000

        """)
  }

  @Test func `A long value continues below itself`() {
    #expect(
      list.text(for: .terminal(TerminalSize(columns: 31))) == """
        Name           Johnny Appleseed
        Mobile number  +61 400 000 000

        """)
    #expect(
      KeyValueList([("Text", "one two three four five")])
        .text(for: .terminal(TerminalSize(columns: 22))) == """
          Text  one two three
                four five

          """)
  }

  @Test func `In a pipe a tab stands between label and value`() {
    #expect(list.text(for: .pipe) == "Name\tJohnny Appleseed\nMobile number\t+61 400 000 000\n")
  }

  @Test func `The accessible form has a colon`() {
    #expect(
      list.text(for: .terminal(isAccessible: true))
        == "Name: Johnny Appleseed\nMobile number: +61 400 000 000\n")
  }
}
