/// A queue of limited length that serves callers in turns, however many elements each of them has.
///
/// One with the newest first serves a caller who comes before those who wait, and the newest element of
/// each: under more load than it can bear some wait too long, but not all.
struct FairQueue<Element> {
  private let limit: Int
  private let isNewestFirst: Bool
  private var count = 0
  /// The callers with elements, in the order of their turns; short enough for moving the rest.
  private var turns: [Int] = []
  private var elements: [Int: [Element]] = [:]

  var isEmpty: Bool { count == 0 }

  init(limit: Int, isNewestFirst: Bool = false) {
    (self.limit, self.isNewestFirst) = (limit, isNewestFirst)
  }

  /// Adds an element; when too many wait, returns the newest of the caller with the most.
  mutating func append(_ element: Element, of caller: Int) -> Element? {
    if elements[caller] == nil { turns.insert(caller, at: isNewestFirst ? 0 : turns.count) }
    elements[caller, default: []].append(element)
    count += 1
    guard count > limit else { return nil }
    let most = elements.values.map(\.count).max()
    let last =
      elements[caller]?.count == most ? caller : turns.first { elements[$0]?.count == most }
    return last.flatMap { removeElement(of: $0, isNewest: true) }
  }

  /// Removes the element whose turn it is, of the callers that may be served.
  mutating func popFirst(
    where mayBeServed: (Int) -> Bool = { _ in true }
  ) -> (caller: Int, element: Element)? {
    guard let caller = turns.first(where: mayBeServed) else { return nil }
    let element = removeElement(of: caller, isNewest: isNewestFirst)
    if let index = turns.firstIndex(of: caller) { turns.append(turns.remove(at: index)) }
    return element.map { (caller, $0) }
  }

  private mutating func removeElement(of caller: Int, isNewest: Bool) -> Element? {
    guard var own = elements.removeValue(forKey: caller) else { return nil }
    let element = isNewest ? own.removeLast() : own.removeFirst()
    count -= 1
    if own.isEmpty { turns.removeAll { $0 == caller } } else { elements[caller] = own }
    return element
  }
}
