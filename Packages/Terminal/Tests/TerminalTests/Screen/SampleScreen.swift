import BasicsTesting
import Observation
import TerminalTesting

@testable import Terminal

/// A search as an app would write it: a model that loads, and a screen that draws it.
@MainActor
@Observable
final class SampleModel {
  var query = ""
  private(set) var results: [String] = []
  private(set) var isLoading = true

  func loaded(_ results: [String]) {
    self.results = results
    isLoading = false
  }
}

struct SampleScreen: DrawnScreen {
  let model: SampleModel
  let field = TextField()
  let ending = SampleEnding()
  let manualClock = ManualClock()

  /// Resumed by the test when the results arrive.
  let arrivals: AsyncStream<[String]>

  var outcome: String? { ending.outcome }
  var clock: any Clock<Duration> { manualClock }
  var isBusy: Bool { model.isLoading }

  var content: ScreenContent {
    ScreenContent(
      facts: ["Query: \(model.query)"] + model.results.map { "Found \($0)" },
      choices: [
        .entry("Where to?") { [model] in model.query = $0 },
        .entry("Password", isHidden: true) { [model] in model.query = "\($0.count) letters" },
        .action("Leave") { [ending, model] in ending.outcome = model.query },
      ])
  }

  func draw(in frame: inout Frame) {
    frame.write("Where to?", column: 0, row: 0)
    field.draw(in: &frame, column: 10, row: 0, columns: 10, isFocused: true)
    if isBusy { frame.write(frame.turns.line(isUnicode: false), column: 0, row: 1) }
    let results = Region(column: 0, row: 1, columns: 20, rows: 3)
    frame.write(model.results.map { Styled($0) }, in: results)
  }

  func handle(_ key: Key) {
    if key == .enter { ending.outcome = field.text } else { field.handle(key) }
  }

  func paste(_ text: String) { field.insert(text) }

  func work() async {
    for await results in arrivals { model.loaded(results) }
  }
}

@MainActor
@Observable
final class SampleEnding {
  var outcome: String?
}
