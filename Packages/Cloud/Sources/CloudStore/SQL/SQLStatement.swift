/// One statement with named parameters such as `:rider`, for any database.
///
/// A statement that is kept in a constant is prepared once on each connection.
package final class SQLStatement: ExpressibleByStringInterpolation, Sendable {
  private let text: @Sendable (any SQLDialect) -> String
  /// Whether a connection keeps the statement prepared.
  package let isKept: Bool

  /// A statement that is kept prepared.
  package convenience init(_ text: String) { self.init { _ in text } }
  package convenience init(stringLiteral text: String) { self.init(text) }

  /// A statement that is kept prepared and whose text depends on the dialect.
  package init(_ text: @escaping @Sendable (any SQLDialect) -> String) {
    self.text = text
    isKept = true
  }

  /// A statement that is used once.
  package init(once text: String) {
    self.text = { _ in text }
    isKept = false
  }

  /// Returns the statement as a database reads it, and the parameters' names by their positions.
  ///
  /// A name after two colons is a type, as in `:words::text`.
  package func rendered(for dialect: any SQLDialect) -> (sql: String, parameters: [String]) {
    let text = Array(text(dialect).utf8)
    var sql: [UInt8] = []
    var parameters: [String] = []
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: ":"), index + 1 < text.count else {
        sql.append(text[index])
        index += 1
        continue
      }
      let name = text[(index + 1)...].prefix { Self.isName($0) }
      guard !name.isEmpty else {
        let end = min(text.count, index + 2)
        sql += text[index..<end]
        index = end
        continue
      }
      let parameter = String(decoding: name, as: UTF8.self)
      let position = parameters.firstIndex(of: parameter) ?? parameters.count
      if position == parameters.count { parameters.append(parameter) }
      sql += "\(dialect.parameterPrefix)\(position + 1)".utf8
      index = name.endIndex
    }
    return (String(decoding: sql, as: UTF8.self), parameters)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

extension SQLStatement {
  /// Selects rows and, where writers work side by side, locks them.
  static func locking(_ select: String) -> SQLStatement {
    SQLStatement { "\(select) \($0.hasConcurrentWriters ? "FOR NO KEY UPDATE" : "")" }
  }
}

extension SQLColumn {
  /// Selects all columns, in their order, of the rows that clauses describe.
  static func select(_ clauses: String, locking: Bool = false) -> SQLStatement {
    let text = "SELECT \(list) FROM \(table) \(clauses)"
    return locking ? .locking(text) : SQLStatement(text)
  }

  /// Inserts a ``row(_:)``.
  ///
  /// - Parameter conflict: The clause for a row that exists already; empty for an error.
  package static func insert(_ conflict: String = "") -> SQLStatement {
    SQLStatement(
      """
      INSERT INTO \(table) (\(names.joined(separator: ", ")))
      VALUES (\(names.map { ":\($0)" }.joined(separator: ", "))) \(conflict)
      """)
  }

  /// The arguments of ``insert(_:)``.
  ///
  /// - Parameter row: The values of all columns, in their order.
  static func row(_ row: KeyValuePairs<Self, any SQLConvertible>) -> SQLArguments {
    assert(row.map(\.key.rawValue) == allCases.map(\.rawValue), "columns of a row")
    return SQLArguments(values: row.map { $0.value.sqlValue })
  }
}

/// The values of a statement's parameters.
package struct SQLArguments: ExpressibleByDictionaryLiteral, Sendable {
  private var names: [String]
  private var values: [SQLValue]

  package init(dictionaryLiteral elements: (String, any SQLConvertible)...) {
    names = elements.map(\.0)
    values = elements.map { $0.1.sqlValue }
  }

  fileprivate init(values: [SQLValue]) { (names, self.values) = ([], values) }

  /// Returns the arguments with another one.
  package func adding(_ name: String, _ value: some SQLConvertible) -> SQLArguments {
    var arguments = self
    arguments.names.append(name)
    arguments.values.append(value.sqlValue)
    return arguments
  }

  /// Returns the values in the order of a statement's parameters; a missing one is null.
  package func ordered(by parameters: [String]) -> [SQLValue] {
    if names.isEmpty || names == parameters { return values }
    return parameters.map { name in
      names.firstIndex(of: name).map { values[$0] } ?? .null
    }
  }
}
