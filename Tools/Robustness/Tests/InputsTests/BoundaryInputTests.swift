import Basics
import Inputs
import RobustnessKit
import Testing

struct BoundaryInputTests {
  @Test func `The same seed makes the same inputs, another one others`() {
    #expect(inputs(seed: 1) == inputs(seed: 1))
    #expect(inputs(seed: 1) != inputs(seed: 2))
  }

  @Test func `Constants are read as the compiler reads them`() {
    let source = """
      private static let longest = 1 << 20
      let size = 64 * 1024, count = 10_000
      kind: .range(1...256), default: 8
      """

    #expect(Limits.constants(in: source) == [1 << 20, 65_536, 10_000, 256, 8])
  }

  @Test func `Every limit is met as a depth, a length and a number`() {
    let inputs = BoundaryInput.all(of: Limits(values: [513, 1 << 20]))

    #expect(
      inputs.map(\.description) == [
        "depth-512", "length-512", "number-512", "depth-513", "length-513", "number-513",
        "depth-514", "length-514", "number-514", "number-1048575", "number-1048576",
        "number-1048577",
      ])
  }

  @Test func `A new limit changes nothing about the inputs of the others`() {
    func inputs(_ limits: [Int]) -> Set<BoundaryInput> {
      Set(BoundaryInput.all(of: Limits(values: limits), every: 3))
    }

    let some = inputs([64, 513, 4000])

    #expect(some.isStrictSubset(of: inputs([64, 100, 200, 513, 4000])))
    #expect(some.count < 27 && some.count > 1)
  }

  @Test func `A number of the seed is replaced`() {
    var random = SplitMix64(seed: 1)

    let input = BoundaryInput(.number, 513).bytes(
      from: [Array(#"{"a":[17,"b"]}"#.utf8)], using: &random)

    #expect(String(decoding: input, as: UTF8.self) == #"{"a":[513,"b"]}"#)
  }

  @Test(arguments: [512, 513])
  func `A text of the seed gets the length`(length: Int) {
    var random = SplitMix64(seed: UInt64(length))

    let input = BoundaryInput(.length, length).bytes(
      from: [Array(#"[1,"b",2]"#.utf8)], using: &random)

    let text = String(decoding: input, as: UTF8.self)
    let parts = text.split(separator: "\"")
    #expect(parts.count == 3 && parts[0] == "[1," && parts[2] == ",2]")
    #expect([length, length * 3, length * 6].contains(parts[1].count))
  }

  private func inputs(seed: UInt64) -> [[UInt8]] {
    (1...50).map { value in
      let input = BoundaryInput(.depth, value)
      var random = SplitMix64(seed: seed, of: "test \(input)")
      return input.bytes(from: [Array(#"{"a":[1,"b"]}"#.utf8)], using: &random)
    }
  }
}
