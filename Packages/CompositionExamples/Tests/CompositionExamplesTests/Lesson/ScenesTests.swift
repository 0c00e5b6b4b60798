import AuthenticationExample
import Testing

/// The screens of the signed-out part, each with the values that are known only at run time.
private enum OnboardingScene: Hashable {
  case welcome
  case signIn(SignInSetup)
}

/// The values that are known before a sign-in.
private struct SignInSetup: Hashable {
  var email = ""
  var isAfterEndedSession = false
}

@MainActor
private protocol Screen: AnyObject {
  var title: String { get }
}

private final class WelcomeScreen: Screen {
  let title = "Welcome"
}

private final class SignInScreen: Screen {
  let title: String
  var failure: AuthenticationError?

  init(setup: SignInSetup) {
    title = setup.isAfterEndedSession ? "Sign in again, \(setup.email)" : "Sign in"
  }
}

/// Makes the screens; the scope's objects are its properties.
@MainActor
private struct OnboardingScreens {
  func makeScreen(for scene: OnboardingScene) -> any Screen {
    switch scene {
    case .welcome: WelcomeScreen()
    case .signIn(let setup): SignInScreen(setup: setup)
    }
  }
}

/// Shows one scene over another.
@MainActor
private final class Navigator {
  private let screens: OnboardingScreens
  private(set) var open: [(scene: OnboardingScene, screen: any Screen)] = []

  init(_ screens: OnboardingScreens) { self.screens = screens }

  var scenes: [OnboardingScene] { open.map(\.scene) }
  var screen: (any Screen)? { open.last?.screen }

  func push(_ scene: OnboardingScene) { open.append((scene, screens.makeScreen(for: scene))) }
  func close() { open.removeLast() }
}

/// The code of the page "A screen names the next one".
@MainActor
struct ScenesTests {
  private let navigator = Navigator(OnboardingScreens())

  @Test func `A closure can keep the screen that it shows`() {
    let form = SignInScreen(setup: SignInSetup())
    let goToSignIn = { form }

    goToSignIn().failure = .wrongCredentials(email: "rosa@gmail.com")

    #expect(goToSignIn().failure == .wrongCredentials(email: "rosa@gmail.com"))
  }

  @Test func `A scene is made anew for each visit`() {
    navigator.push(.welcome)
    navigator.push(.signIn(SignInSetup()))
    let first = navigator.screen as? SignInScreen
    first?.failure = .wrongCredentials(email: "rosa@gmail.com")
    navigator.close()

    navigator.push(.signIn(SignInSetup()))

    let second = navigator.screen as? SignInScreen
    #expect(first !== second)
    #expect(second?.failure == nil)
  }

  @Test func `Which screen is open is a value that can be compared and opened again`() {
    navigator.push(.welcome)
    navigator.push(.signIn(SignInSetup(email: "rosa@gmail.com", isAfterEndedSession: true)))
    let kept = navigator.scenes
    #expect(navigator.scenes.first == .welcome)

    let later = Navigator(OnboardingScreens())
    for scene in kept { later.push(scene) }

    #expect(later.scenes == kept)
    #expect(later.screen?.title == "Sign in again, rosa@gmail.com")
  }
}
