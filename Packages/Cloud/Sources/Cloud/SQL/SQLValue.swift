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

  package static func number(_ value: Int) -> SQLValue { .integer(Int64(value)) }

  /// A time, in whole milliseconds since 1970.
  package static func time(_ time: Date) -> SQLValue { .integer(time.milliseconds) }

  package static func identifier<Entity>(_ id: Identifier<Entity>) -> SQLValue {
    .text(id.rawValue)
  }

  /// A value as a JSON document.
  package static func json(_ value: some Encodable) throws(StoreError) -> SQLValue {
    do {
      return .text(String(decoding: try JSON.encode(value), as: UTF8.self))
    } catch {
      throw .broken(reason: "\(type(of: value)) cannot be written as JSON: \(error)")
    }
  }

  package static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }

  package static func optional(_ time: Date?) -> SQLValue { time.map(SQLValue.time) ?? .null }

  package static func optional(_ bytes: [UInt8]?) -> SQLValue {
    bytes.map(SQLValue.blob) ?? .null
  }
}

extension Date {
  /// Whole milliseconds since 1970-01-01T00:00:00Z.
  package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The time as stores keep it.
  package var inWholeMilliseconds: Date { Date(milliseconds: milliseconds) }
}
