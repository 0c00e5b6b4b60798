import Observation
import Terminal

/// Greets the rider and offers the ways in.
@MainActor @Observable final class WelcomeScreen: NavigableScreen {
  private enum Way: CaseIterable {
    case signIn, signUp, resetPassword, quit

    var title: Styled {
      switch self {
      case .signIn: "Sign in"
      case .signUp: "Sign up"
      case .resetPassword: "Set a new password"
      case .quit: "Quit"
      }
    }
  }

  private let scenes: Scenes<OnboardingScene>
  private let news: [Styled]
  private let ways = SelectList(Way.allCases) { $0.title }

  /// - Parameter news: An earlier event, such as the end of an account.
  init(news: String?, scenes: Scenes<OnboardingScene>) {
    self.news = news.map { [Styled($0)] } ?? []
    self.scenes = scenes
  }

  var navigator: Navigator { scenes.navigator }

  var content: ScreenContent {
    ScreenContent(
      facts: news + ["Welcome to Koober."],
      choices: Way.allCases.map { way in .action(way.title) { [self] in go(way) } }
        + navigator.shortcuts(on: self).choices)
  }

  func draw(in frame: inout Frame) {
    let page = Page(
      title: Styled("Koober", .heading), notices: news,
      hints: [KeyHint("Arrows", "Choose"), KeyHint("Enter", "Go on"), KeyHint("Esc", "Quit")]
        + navigator.shortcuts(on: self).hints)
    let body = page.draw(in: &frame)
    let greeting: [Styled] = ["", Styled("Welcome to Koober.", .heading), "Where to today?", ""]
    let (top, rest) = body.splitTop(body.rows > Way.allCases.count + 3 ? greeting.count : 0)
    frame.write(greeting, in: top)
    ways.draw(in: &frame, rest.splitLeading(32).leading)
  }

  func handle(_ key: Key) {
    switch ways.handle(key) {
    case .chosen(let way): go(way)
    case .ignored where key == .escape: navigator.quit()
    case .ignored: navigator.shortcuts(on: self).perform(key)
    case .handled: break
    }
  }

  private func go(_ way: Way) {
    switch way {
    case .signIn: scenes.push(.signIn(SignInSetup()))
    case .signUp: scenes.push(.signUp)
    case .resetPassword: scenes.push(.passwordReset)
    case .quit: navigator.quit()
    }
  }
}
