#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension JSONDocument {
  /// Up to this many members are searched one by one, which is faster than hashing.
  private static let directSearchLimit = 24

  /// The index of the value of the last member called `name`, `nil` when there is none.
  func place(of name: String, at index: Int) -> Int? {
    name.withCodeUnits { place(of: $0, at: index) }
  }

  /// The index of the value of the last member called `name`, `nil` when there is none.
  func place(of name: StaticString, at index: Int) -> Int? {
    place(
      of: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), at: index)
  }

  private func place(of name: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    guard view.entries[index].content <= Self.directSearchLimit, let start = name.baseAddress else {
      return memberPlaces(at: index)[CodeUnits(String(decoding: name, as: UTF8.self))]
    }
    let mark = JSONTape.Entry.mark(of: name)
    let end = view.entries[index].extent
    var (place, found) = (index + 1, nil as Int?)
    while place < end {
      let entry = view.entries[place]
      if entry.kind == .escapedText {
        return memberPlaces(at: index)[CodeUnits(String(decoding: name, as: UTF8.self))]
      }
      if entry.mark == mark, entry.extent == name.count,
        let other = view.bytes.baseAddress?.advanced(by: Int(truncatingIfNeeded: entry.content)),
        name.count <= 3 || memcmp(start, other, name.count) == 0
      {
        found = place + 1
      }
      place = view.end(of: place + 1)
    }
    return found
  }

  /// The index and the text of each member's name.
  func memberNames(at index: Int) -> [(place: Int, name: String)] {
    var names: [(Int, String)] = []
    var place = index + 1
    while place < view.entries[index].extent {
      names.append((place, view.text(at: place) ?? ""))
      place = view.end(of: place + 1)
    }
    return names
  }

  /// The index of the value of each member's name; of equal names, that of the last.
  private func memberPlaces(at index: Int) -> [CodeUnits: Int] {
    if let places = places[index] { return places }
    let names = memberNames(at: index).map { (CodeUnits($0.name), $0.place + 1) }
    let found = Dictionary(names) { _, last in last }
    places[index] = found
    return found
  }
}
