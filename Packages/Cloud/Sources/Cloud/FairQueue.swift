/// A queue of limited length that serves callers in turns, however many elements each of them has.
struct FairQueue<Element> {
  private let limit: Int
  private var count = 0
  /// The callers with elements, in the order of their turns; short enough for moving the rest.
  private var turns: [Int] = []
  private var elements: [Int: [Element]] = [:]

  var isEmpty: Bool { count == 0 }

  init(limit: Int) { self.limit = limit }

  /// Adds an element; when too many wait, returns the newest of the caller with the most.
  mutating func append(_ element: Element, of caller: Int) -> Element? {
    if elements[caller] == nil { turns.append(caller) }
    elements[caller, default: []].append(element)
    count += 1
    guard count > limit else { return nil }
    let most = elements.values.map(\.count).max()
    let last =
      elements[caller]?.count == most ? caller : turns.first { elements[$0]?.count == most }
    return last.flatMap { removeElement(of: $0) { $0.removeLast() } }
  }

  /// Removes the element whose turn it is, of the callers that may be served.
  mutating func popFirst(
    where mayBeServed: (Int) -> Bool = { _ in true }
  ) -> (caller: Int, element: Element)? {
    guard let caller = turns.first(where: mayBeServed) else { return nil }
    let element = removeElement(of: caller) { $0.removeFirst() }
    if let index = turns.firstIndex(of: caller) { turns.append(turns.remove(at: index)) }
    return element.map { (caller, $0) }
  }

  private mutating func removeElement(
    of caller: Int, _ remove: (inout [Element]) -> Element
  ) -> Element? {
    guard var own = elements.removeValue(forKey: caller) else { return nil }
    let element = remove(&own)
    count -= 1
    if own.isEmpty { turns.removeAll { $0 == caller } } else { elements[caller] = own }
    return element
  }
}
