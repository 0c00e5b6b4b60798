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
    if view.entries[index].content > Self.directSearchLimit {
      return memberPlaces(at: index)[CodeUnits(name)]
    }
    return name.withCodeUnits { units in
      guard let start = units.baseAddress else { return searchedPlace(of: name, at: index) }
      let mark = JSONTape.Entry.mark(of: units)
      let end = view.entries[index].extent
      var (place, found) = (index + 1, nil as Int?)
      while place < end {
        let entry = view.entries[place]
        if entry.kind == .escapedText { return searchedPlace(of: name, at: index) }
        if entry.mark == mark, entry.extent == units.count,
          let other = view.bytes.baseAddress?.advanced(by: Int(truncatingIfNeeded: entry.content)),
          units.count <= 3 || memcmp(start, other, units.count) == 0
        {
          found = place + 1
        }
        place = view.end(of: place + 1)
      }
      return found
    }
  }

  private func searchedPlace(of name: String, at index: Int) -> Int? {
    memberNames(at: index).last { $0.name.hasSameCodeUnits(as: name) }.map { $0.place + 1 }
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
