import Testing

@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

struct SQLStatementTests {
  private enum Column: Int32, SQLColumn {
    case id, pickupName

    static let table = "rides"
  }

  @Test(arguments: [
    ("SELECT 1", "SELECT 1", []), ("a = :a AND b = :b_c", "a = $1 AND b = $2", ["a", "b_c"]),
    ("a = :a OR b = :b OR c = :a", "a = $1 OR b = $2 OR c = $1", ["a", "b"]),
    (":a::text, ARRAY[1:2] :", "$1::text, ARRAY[1:2] :", ["a"]),
  ])
  func `A parameter is numbered by its first use`(
    text: String, sql: String, parameters: [String]
  ) {
    let rendered = SQLStatement(text).rendered(for: PostgreSQLDialect())
    #expect(rendered.sql == sql)
    #expect(rendered.parameters == parameters)
  }

  @Test func `Arguments are put in the order of the parameters`() {
    let arguments: SQLArguments = ["b": 2, "a": 1]
    #expect(arguments.ordered(by: ["a", "b"]) == [.integer(1), .integer(2)])
    #expect(arguments.ordered(by: ["a", "c"]) == [.integer(1), .null])
  }

  @Test func `Columns are named after their cases, in their order`() {
    #expect(Column.names == ["id", "pickup_name"])
    #expect(Column.list == "rides.id, rides.pickup_name")
    let rendered = Column.insert().rendered(for: SQLiteDialect())
    #expect(rendered.parameters == Column.names)
    #expect(rendered.sql.contains("VALUES (?1, ?2)"))
  }
}
