/// The lines of the values in a JSON document, by their JSON pointers (RFC 6901, without escapes).
package struct JSONPlaces: Sendable {
  private var lines: [String: Int] = [:]

  /// - Parameter document: A document that has been parsed without an error.
  package init(_ document: [UInt8]) {
    var scanner = Scanner(bytes: document)
    scanner.value(at: "")
    lines = scanner.lines
  }

  package static let none = JSONPlaces([])

  /// The line of a value, or of the closest one around it.
  package func line(of pointer: String) -> Int {
    if let line = lines[pointer] { return line }
    guard let slash = pointer.lastIndex(of: "/") else { return 1 }
    return line(of: String(pointer[..<slash]))
  }

  private struct Scanner {
    let bytes: [UInt8]
    var lines: [String: Int] = [:]
    private var position = 0
    private var line = 1

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func value(at pointer: String) {
      let first = next
      // A member stands where its key does.
      if lines[pointer] == nil { lines[pointer] = line }
      switch first {
      case UInt8(ascii: "{"): members(of: pointer)
      case UInt8(ascii: "["): elements(of: pointer)
      case UInt8(ascii: "\""): _ = string()
      default:
        while position < bytes.count, !",]} \n\r\t".utf8.contains(bytes[position]) { position += 1 }
      }
    }

    private mutating func members(of pointer: String) {
      position += 1
      while let byte = next, byte != UInt8(ascii: "}") {
        let start = line
        let child = "\(pointer)/\(string())"
        lines[child] = start
        // The colon.
        if next != nil { position += 1 }
        value(at: child)
        if next == UInt8(ascii: ",") { position += 1 }
      }
      position += 1
    }

    private mutating func elements(of pointer: String) {
      position += 1
      var index = 0
      while let byte = next, byte != UInt8(ascii: "]") {
        value(at: "\(pointer)/\(index)")
        index += 1
        if next == UInt8(ascii: ",") { position += 1 }
      }
      position += 1
    }

    /// The text between two quotation marks, as it is written.
    private mutating func string() -> String {
      position += 1
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      defer { position += 1 }
      return String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    }

    /// The next byte that is no white space.
    private var next: UInt8? {
      mutating get {
        while position < bytes.count, bytes[position] <= 0x20 {
          if bytes[position] == UInt8(ascii: "\n") { line += 1 }
          position += 1
        }
        return position < bytes.count ? bytes[position] : nil
      }
    }
  }
}
