/// The signed-out part: welcome, sign in and sign up, one at a time.
@MainActor
public final class OnboardingViewModel: GoToSignInNavigator, GoToSignUpNavigator {
  /// The screen that is shown, and the only strong reference to it.
  public enum Screen {
    case welcome(WelcomeViewModel)
    case signIn(SignInViewModel)
    case signUp(SignUpViewModel)
  }

  /// The screen that is shown now.
  public private(set) var screen: Screen

  private weak var signedInResponder: (any SignedInResponder)?
  private let makeSignInViewModel: (any SignedInResponder) -> SignInViewModel
  private let makeSignUpViewModel: (any SignedInResponder) -> SignUpViewModel

  /// Creates the part with its first screen and with what creates the others.
  public init(
    welcomeViewModel: WelcomeViewModel, signedInResponder: any SignedInResponder,
    makeSignInViewModel: @escaping (any SignedInResponder) -> SignInViewModel,
    makeSignUpViewModel: @escaping (any SignedInResponder) -> SignUpViewModel
  ) {
    self.signedInResponder = signedInResponder
    self.makeSignInViewModel = makeSignInViewModel
    self.makeSignUpViewModel = makeSignUpViewModel
    screen = .welcome(welcomeViewModel)
    // The welcome screen has to exist before its navigator does, so it is given by property.
    welcomeViewModel.goToSignInNavigator = self
    welcomeViewModel.goToSignUpNavigator = self
  }

  public func goToSignIn() {
    guard let signedInResponder else { return }
    screen = .signIn(makeSignInViewModel(signedInResponder))
  }

  public func goToSignUp() {
    guard let signedInResponder else { return }
    screen = .signUp(makeSignUpViewModel(signedInResponder))
  }
}
