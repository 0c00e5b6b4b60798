import Basics
import Testing

struct SplitMix64Tests {
  /// Reference values of SplitMix64 with the state 0, as printed by the authors' C program.
  @Test func `The numbers are those of SplitMix64`() {
    var numbers = SplitMix64()

    #expect(numbers.next() == 0xE220_A839_7B1D_CDAF)
    #expect(numbers.next() == 0x6E78_9E6A_A1B9_65F4)
    #expect(numbers.next() == 0x06C4_5D18_8009_454F)
  }

  @Test func `Each part of the seed matters, and its place`() {
    let seeds: [SplitMix64] = [
      SplitMix64(1, 2, 3), SplitMix64(1, 2, 4), SplitMix64(2, 1, 3), SplitMix64(1, 2),
    ]

    let first = seeds.map { seed in
      var numbers = seed
      return numbers.next()
    }
    #expect(Set(first).count == seeds.count)
  }

  @Test func `Numbers stay within their limits`() {
    var numbers = SplitMix64(7)

    let parts = (0..<1000).map { _ in numbers.nextPart() }
    #expect(parts.allSatisfy { (0..<1).contains($0) })
    let small = Set((0..<1000).map { _ in numbers.next(below: 3) })
    #expect(small == [0, 1, 2])
  }
}
