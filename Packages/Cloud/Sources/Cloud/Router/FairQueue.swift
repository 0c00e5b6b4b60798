/// A queue of limited length that serves callers in turns, however many elements each of them has.
///
/// One with the newest first serves by turns a caller who comes before those who wait, and its newest
/// element, and the oldest of all: under more load than it can bear some wait too long, but not all,
/// and none for as long as the load lasts.
struct FairQueue<Element> {
  private let limit: Int
  private let isNewestFirst: Bool
  private var count = 0
  private var servesOldest = false
  /// The number of the next element.
  private var number = 0
  /// The callers with elements, in the order of their turns; short enough for moving the rest.
  private var turns: [Int] = []
  private var elements: [Int: [(number: Int, element: Element)]] = [:]

  var isEmpty: Bool { count == 0 }

  init(limit: Int, isNewestFirst: Bool = false) {
    (self.limit, self.isNewestFirst) = (limit, isNewestFirst)
  }

  /// Adds an element; when too many wait, returns the newest of the caller with the most.
  mutating func append(_ element: Element, of caller: Int) -> Element? {
    if elements[caller] == nil { turns.insert(caller, at: isNewestFirst ? 0 : turns.count) }
    elements[caller, default: []].append((number, element))
    (count, number) = (count + 1, number + 1)
    guard count > limit else { return nil }
    let most = elements.values.map(\.count).max()
    let last =
      elements[caller]?.count == most ? caller : turns.first { elements[$0]?.count == most }
    return last.flatMap { removeElement(of: $0, isNewest: true) }
  }

  /// Removes the element whose turn it is, of the callers that may be served.
  ///
  /// - Parameter isSameTurn: Whether the last element has not used its turn.
  mutating func popFirst(
    isSameTurn: Bool = false, where mayBeServed: (Int) -> Bool = { _ in true }
  ) -> (caller: Int, element: Element)? {
    let isOldest = isNewestFirst && servesOldest == isSameTurn
    let caller =
      isOldest
      ? turns.filter(mayBeServed).min { oldest(of: $0) < oldest(of: $1) }
      : turns.first(where: mayBeServed)
    guard let caller else { return nil }
    servesOldest = isOldest
    let element = removeElement(of: caller, isNewest: isNewestFirst && !isOldest)
    if let index = turns.firstIndex(of: caller) { turns.append(turns.remove(at: index)) }
    return element.map { (caller, $0) }
  }

  private func oldest(of caller: Int) -> Int { elements[caller]?.first?.number ?? .max }

  private mutating func removeElement(of caller: Int, isNewest: Bool) -> Element? {
    guard var own = elements.removeValue(forKey: caller) else { return nil }
    let element = isNewest ? own.removeLast() : own.removeFirst()
    count -= 1
    if own.isEmpty { turns.removeAll { $0 == caller } } else { elements[caller] = own }
    return element.element
  }
}
