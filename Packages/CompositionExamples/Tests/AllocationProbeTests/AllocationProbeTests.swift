import AllocationProbe
import Testing

@Suite(.enabled(if: AllocationProbe.works, "A sanitizer counts allocations itself."))
struct AllocationProbeTests {
  private final class Box {
    var other: Box?
  }

  @Test func `Work that allocates nothing counts nothing`() {
    var sum = 0

    #expect(AllocationProbe.countAllocations { for number in 0..<100 { sum += number } } == 0)
    #expect(sum == 4_950)
  }

  @Test(arguments: [1, 3, 1_000])
  func `Every instance counts once`(count: Int) {
    var last: Box?

    let allocations = AllocationProbe.countAllocations {
      for _ in 0..<count {
        let box = Box()
        box.other = last
        last = box
      }
    }

    #expect(allocations == count)
    // Released one by one: a chain of a thousand would be released on the stack.
    while let box = last { last = box.other }
  }

  @Test func `The storage of an array counts once`() {
    var array: [Int] = []

    #expect(AllocationProbe.countAllocations { array.reserveCapacity(1_000) } == 1)
    #expect(array.isEmpty)
  }

  @Test func `Counting ends when the work throws`() {
    struct Failure: Error {}

    #expect(throws: Failure.self) {
      _ = try AllocationProbe.countAllocations { throw Failure() }
    }
    #expect(AllocationProbe.countAllocations {} == 0)
  }
}
