import CloudDomain
import Testing

@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

struct PostgreSQLValueTests {
  @Test(
    arguments: [
      (.integer(.min), "-9223372036854775808"), (.real(0.1), "0.1"), (.real(-1e-300), "-1e-300"),
      (.text("a'b\\"), "a'b\\"), (.text("a\u{0}b"), "a\u{FFFF}b"), (.blob([0, 255]), "\\x00ff"),
      (.blob([]), "\\x"), (.null, nil),
    ] as [(SQLValue, String?)])
  func `A value is sent as text`(value: SQLValue, text: String?) {
    #expect(value.sent == text)
  }
}
