import Observation
import Terminal

/// Greets one person.
@MainActor
@Observable
final class GreetingScreen: NavigableScreen {
  let navigator: Navigator
  private let name: String
  private let visitors: any VisitorBook
  private let salutation: () -> String
  private var isGreeting = false

  init(
    name: String, visitors: any VisitorBook, navigator: Navigator,
    salutation: @escaping () -> String
  ) {
    self.name = name
    self.visitors = visitors
    self.navigator = navigator
    self.salutation = salutation
  }

  private var text: Styled { isGreeting ? "\(salutation()), \(name)." : "Press Enter." }
  var content: ScreenContent { ScreenContent(facts: [text]) }
  func draw(in frame: inout Frame) { frame.write([text], in: frame.region) }

  func handle(_ key: Key) {
    if key == .escape { return navigator.pop(self) }
    visitors.enter(name)
    isGreeting = true
  }
}
