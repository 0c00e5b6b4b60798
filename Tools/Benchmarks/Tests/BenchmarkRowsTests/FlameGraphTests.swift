import Testing

@testable import BenchmarkRows

struct FlameGraphTests {
  private static let script = """
    koober-cloud
    \t55aa inner(_:)
    \t55ab outer

    koober-cloud
    \t55ac outer

    koober-cloud
    \t55aa inner(_:)
    \t55ab outer

    """

  @Test func `Equal stacks are counted, the outermost function first`() {
    #expect(FlameGraph.stacks(in: Self.script) == ["outer;inner(_:)": 2, "outer": 1])
  }

  @Test func `A bar is as wide as its part`() {
    let svg = FlameGraph.svg(of: ["a<b>;c": 1, "a<b>": 1])

    #expect(svg.contains("<title>a&lt;b&gt; 100.0 %</title>"))
    #expect(svg.contains("<title>c 50.0 %</title>\n<rect width=\"800.0\""))
  }
}
