import Basics
import FoundationEssentials
import Testing

struct ExpiringCacheTests {
  private let start = Date(timeIntervalSince1970: 0)

  @Test func `A value is kept for its time`() {
    var cache = ExpiringCache<String, Int>(capacity: 2, lifetime: 10)
    cache.insert(1, for: "a", at: start)

    #expect(cache.value(for: "a", at: start + 9) == 1)
    #expect(cache.value(for: "a", at: start + 10) == nil)
    #expect(cache.value(for: "b", at: start) == nil)
  }

  @Test func `A new value begins its time anew`() {
    var cache = ExpiringCache<String, Int>(capacity: 2, lifetime: 10)
    cache.insert(1, for: "a", at: start)
    cache.insert(2, for: "a", at: start + 9)

    #expect(cache.value(for: "a", at: start + 12) == 2)
  }

  @Test(arguments: [1, 2, 3, 10])
  func `There are never more values than wanted, and the newest one is among them`(capacity: Int) {
    var cache = ExpiringCache<Int, Int>(capacity: capacity, lifetime: 10)
    for number in 0..<50 {
      cache.insert(number, for: number, at: start)
      let kept = (0...number).filter { cache.value(for: $0, at: start) != nil }
      #expect(kept.count <= capacity)
      #expect(kept.last == number)
    }
  }

  @Test func `A value that was renewed is a new one`() {
    var cache = ExpiringCache<String, Int>(capacity: 2, lifetime: 10)
    for (key, value) in [("a", 1), ("b", 2), ("a", 3), ("c", 4)] {
      cache.insert(value, for: key, at: start)
    }

    #expect(cache.value(for: "a", at: start) == 3)
    #expect(cache.value(for: "b", at: start) == nil)
  }

  @Test func `An emptied cache takes values again`() {
    var cache = ExpiringCache<String, Int>(capacity: 1, lifetime: 10)
    cache.insert(1, for: "a", at: start)
    cache.removeAll()
    #expect(cache.value(for: "a", at: start) == nil)
    cache.insert(2, for: "b", at: start)
    cache.insert(3, for: "c", at: start)

    #expect(cache.value(for: "c", at: start) == 3)
  }
}
