/// A file or name pattern: `*` stands for anything but a slash, `**` for anything, `?` for one
/// character; a leading `**/` also matches nothing.
struct Glob: Sendable, Hashable {
  let pattern: String
  private let bytes: [UInt8]

  init(_ pattern: String) { (self.pattern, bytes) = (pattern, Array(pattern.utf8)) }

  /// Whether the pattern describes the whole text.
  func matches(_ text: String) -> Bool {
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
    func isNext(_ byte: UInt8) -> Bool { next < bytes.count && bytes[next] == byte }
    while place < text.count {
      if isNext(star) {
        next += 1
        if isNext(star) {
          next += 1
          // "**/x" also matches "x".
          if isNext(slash) { next += 1 }
          (segment, anything) = (nil, (place, next))
        } else {
          segment = (place, next)
        }
      } else if isNext(text[place]) || isNext(UInt8(ascii: "?")) && text[place] != slash {
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

  /// Whether one of some patterns means the text; no pattern means every text.
  static func any(_ patterns: [Glob], _ text: String) -> Bool {
    patterns.isEmpty || patterns.contains { $0.matches(text) }
  }
}
