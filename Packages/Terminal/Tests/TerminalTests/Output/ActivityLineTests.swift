import Testing

@testable import Terminal

struct ActivityLineTests {
  @Test(arguments: [
    (Activity.State(title: "Asking"), Duration.seconds(9), "Asking"),
    (
      .init(title: "Reading", completed: 1536, total: 3072), .seconds(1),
      "Reading  50%  1.5 KiB of 3.0 KiB  1.5 KiB/s"
    ),
    (.init(title: "Reading", completed: 10, total: 0), .zero, "Reading  10 B of 0 B"),
    (
      .init(title: "R", completed: Int.max, total: 1), .seconds(1),
      "R  100%  8388608.0 TiB of 1 B  909.4 TiB/s"
    ),
  ])
  func `The line says what is known`(state: Activity.State, elapsed: Duration, text: String) {
    #expect(state.line(elapsed: elapsed) == text)
  }
}
