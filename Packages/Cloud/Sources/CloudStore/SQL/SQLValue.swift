import Basics
package import Core
package import FoundationEssentials

/// A value that a statement takes or gives.
package enum SQLValue: Equatable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  case null

  /// A value as a JSON document; null for `nil`.
  package static func json(_ value: (some Encodable)?) throws(StoreError) -> SQLValue {
    guard let value else { return .null }
    do {
      return .text(String(decoding: try JSON.encode(value), as: UTF8.self))
    } catch {
      throw .broken(reason: "\(type(of: value)) cannot be written as JSON: \(error)")
    }
  }
}

/// A type whose values are parameters of statements.
package protocol SQLConvertible {
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLConvertible {
  package var sqlValue: SQLValue { self }
}

extension Int: SQLConvertible {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self) }
}

extension Double: SQLConvertible {
  package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLConvertible {
  package var sqlValue: SQLValue { .text(self) }
}

extension Identifier: SQLConvertible {
  package var sqlValue: SQLValue { .text(rawValue) }
}

extension [UInt8]: SQLConvertible {
  package var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

/// A time is stored in whole milliseconds since 1970-01-01T00:00:00Z.
extension Date: SQLConvertible {
  package var sqlValue: SQLValue { .integer(milliseconds) }
  package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The time as stores keep it.
  package var inWholeMilliseconds: Date { Date(milliseconds: milliseconds) }
}
