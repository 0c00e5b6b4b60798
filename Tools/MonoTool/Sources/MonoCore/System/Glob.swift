/// A file or name pattern: `*` stands for anything but a slash, `**` for anything, `?` for one
/// character; a leading `**/` also matches nothing.
package struct Glob: Sendable, Hashable, Decodable {
  package let pattern: String
  private let bytes: [UInt8]

  package init(_ pattern: String) {
    self.pattern = pattern
    bytes = Array(pattern.utf8)
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Whether the pattern describes the whole text.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches($0) }
  }

  /// When the rest does not fit, the last star takes one more byte; `*` before `**`, which can take
  /// what `*` cannot.
  private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (star, slash) = (UInt8(ascii: "*"), UInt8(ascii: "/"))
    var (place, next) = (0, 0)
    var segment: (place: Int, next: Int)?
    var anything: (place: Int, next: Int)?
    while place < text.count {
      if next < bytes.count, bytes[next] == star {
        next += 1
        if next < bytes.count, bytes[next] == star {
          next += 1
          // "**/x" also matches "x".
          if next < bytes.count, bytes[next] == slash { next += 1 }
          (segment, anything) = (nil, (place, next))
        } else {
          segment = (place, next)
        }
      } else if next < bytes.count,
        bytes[next] == text[place] || bytes[next] == UInt8(ascii: "?") && text[place] != slash
      {
        (place, next) = (place + 1, next + 1)
      } else if let last = segment, text[last.place] != slash {
        segment = (last.place + 1, last.next)
        (place, next) = (last.place + 1, last.next)
      } else if let last = anything {
        (segment, anything) = (nil, (last.place + 1, last.next))
        (place, next) = (last.place + 1, last.next)
      } else {
        return false
      }
    }
    return bytes[next...].allSatisfy { $0 == star }
  }
}
