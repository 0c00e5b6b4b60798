import Basics
import Cloud

extension SQLValue {
  /// The value as the server reads it; `nil` for null.
  var sent: String? {
    switch self {
    case .integer(let value): String(value)
    case .real(let value): String(value)
    // The server cannot keep NUL. No text that is kept has it, so one that is looked up must not
    // be found: it is sent with a character instead that no keyboard has.
    case .text(let value):
      value.utf8.contains(0) ? value.replacing("\0", with: "\u{FFFF}") : value
    case .blob(let bytes): "\\x" + Hexadecimal.encode(bytes)
    case .null: nil
    }
  }
}
