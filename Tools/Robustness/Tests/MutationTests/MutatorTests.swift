import Basics
import Mutation
import Testing
import RobustnessKit

struct MutatorTests {
  private let mutator = Mutator(
    seeds: [Array(#"{"a":[1,"b"]}"#.utf8)], limits: Limits(values: [8, 64, 513]))

  @Test func `The same seed makes the same inputs, another one others`() {
    #expect(inputs(seed: 1) == inputs(seed: 1))
    #expect(inputs(seed: 1) != inputs(seed: 2))
  }

  @Test func `A limit is met exactly and on both sides`() {
    let limits = Limits(values: [513])
    var random = SplitMix64(seed: 1)

    let numbers = (0..<100).map { _ in limits.near(upTo: 1000, using: &random) }

    #expect(Set(numbers) == [512, 513, 514])
  }

  @Test func `Constants are read as the compiler reads them`() {
    let source = """
      private static let longest = 1 << 20
      let size = 64 * 1024, count = 10_000
      kind: .range(1...256), default: 8
      """

    #expect(Limits.constants(in: source) == [1 << 20, 65_536, 10_000, 256, 8])
  }

  @Test func `A failing input is made as small as it can be`() {
    let input = Array("some text with a % in the middle of it".utf8)

    #expect(Minimizer.minimize(input) { $0.contains(UInt8(ascii: "%")) } == [UInt8(ascii: "%")])
  }

  @Test func `Every limit is met as a depth, a length and a number`() {
    let mutator = Mutator(seeds: [[]], limits: Limits(values: [513, 1 << 20]))

    let cases = mutator.cases()

    #expect(
      cases == [
        InputCase(.seed, 0), InputCase(.depth, 512), InputCase(.length, 512),
        InputCase(.number, 512), InputCase(.depth, 513), InputCase(.length, 513),
        InputCase(.number, 513),
        InputCase(.depth, 514), InputCase(.length, 514), InputCase(.number, 514),
        InputCase(.number, 1_048_575), InputCase(.number, 1_048_576),
        InputCase(.number, 1_048_577),
      ])
    #expect(cases.map { InputCase("\($0)") } == cases)
  }

  @Test func `A new limit changes nothing about the inputs of the others`() {
    func cases(_ limits: [Int]) -> Set<InputCase> {
      Set(Mutator(seeds: [[]], limits: Limits(values: limits)).cases(every: 3))
    }

    let some = cases([64, 513, 4000])

    #expect(some.isStrictSubset(of: cases([64, 100, 200, 513, 4000])))
    #expect(some.count < 27 && some.count > 1)
  }

  private func inputs(seed: UInt64) -> [[UInt8]] {
    (0..<50).map { number in
      let inputCase = InputCase(.mutation, number)
      var random = SplitMix64(seed: seed, of: "test \(inputCase)")
      return mutator.input(of: inputCase, using: &random)
    }
  }
}
