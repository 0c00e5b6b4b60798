import FeatureTesting
import ScopeTesting
import Terminal
import Testing

import CoreTesting
import OnboardingTesting

@testable import Onboarding

/// The rules that hold in every signed-out scope.
struct OnboardingScopeTests {
  @Test(arguments: onboarding.proofs)
  func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }

  private static let onboarding = ScopeUnderTest(
    of: "Onboarding", flags: .onboarding,
    variants: [
      .of(
        signUpFields,
        ["name-first": "name email mobileNumber", "email-first": "email mobileNumber name"],
        metIn: [
          "scene signUp", "makeOnboardingFlow", "makeOnboardingFlow, after mistakes", "sign-up",
        ]
      ) {
        $0.map { "\($0)" }.joined(separator: " ")
      }
    ],
    parent: {
      OnboardingDouble(
        responder: RecordingResponder(), flagScope: $0.flagScope, services: $0.services)
    },
    open: { OnboardingContainer(dependencies: $0) }, makers: makers + commands)

  private static let makers: [Maker<OnboardingContainer>] = [
    .make("makeLaunchViewModel") { $0.container.makeLaunchViewModel() },
    .make("makeSignInViewModel") { $0.container.makeSignInViewModel() },
    .make("makeSignUpViewModel") { $0.container.makeSignUpViewModel() },
    .make("makePasswordResetViewModel") { $0.container.makePasswordResetViewModel() },
    .make("makeLaunch") { [MenuItem(.enter, "Launch", to: $0.container.makeLaunch())] },
    .scene(.launch) { OnboardingScenes($0) },
    .scene(.welcome(news: "Your account is deleted."), [.sees("deleted")]) { OnboardingScenes($0) },
    .scene(.signIn(SignInSetup(email: "ada@example.org")), [.sees("ada@example.org")]) {
      OnboardingScenes($0)
    },
    .scene(.signUp, [.sees("Koober - Sign up")]) { OnboardingScenes($0) },
    .scene(.passwordReset, [.sees("Set a new password")]) { OnboardingScenes($0) },
    .flow(
      "makeOnboardingFlow",
      [
        .sees("Welcome"), .presses(.enter), .sees("Koober - Sign in"), .presses(.escape),
        .sees("Welcome"), .presses(.down, .enter), .sees("Koober - Sign up"),
      ]
    ) {
      let flow = $0.container.makeOnboardingFlow(navigator: $0.navigator)
      return (flow, { try await flow.run(on: $0) })
    },
    // What went wrong is forgotten when the form is left.
    .flow("makeOnboardingFlow, after a mistake", again([.enter], "Koober - Sign in")) {
      let flow = $0.container.makeOnboardingFlow(navigator: $0.navigator)
      return (flow, { try await flow.run(on: $0) })
    },
    .flow("makeOnboardingFlow, after mistakes", again([.down, .enter], "Koober - Sign up")) {
      let flow = $0.container.makeOnboardingFlow(navigator: $0.navigator)
      return (flow, { try await flow.run(on: $0) })
    },
    .flow(
      "makeOnboardingFlow, again",
      [.sees("Your session has ended."), .presses(.escape), .sees("Welcome")]
    ) {
      let flow = $0.container.makeOnboardingFlow(navigator: $0.navigator)
      return (flow, { try await flow.run(on: $0, endedSession: .johnny) })
    },
  ]

  /// Opens a form, sends it empty, leaves it and opens it again.
  private static func again(_ keys: [Key], _ title: String) -> [Step] {
    let opening: [Step] = [.sees("Welcome"), .presses(keys), .sees(title)]
    let sending = Step.presses(Array(repeating: .enter, count: 6))
    return opening + [sending, .sees("is empty"), .presses(.escape), .sees("Welcome")]
      + [.presses(.enter), .sees(title), .lacks("is empty")]
  }

  private static let passwords = ["correct horse", "correct horse"]

  private static let commands: [Maker<OnboardingContainer>] = .commands(
    [.signUp, .signIn, .resetPassword],
    [
      CommandLineInput(
        ["sign-up"], answers: ["Ada", "ada@example.org", "ada@example.org", "0491570156"]),
      CommandLineInput(
        ["sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156"],
        answers: passwords),
      CommandLineInput(
        ["sign-up", "--name", "Ada"], answers: ["ada@example.org", "0491570156"] + passwords),
      CommandLineInput(
        ["sign-up", "--email", "ada@example.org", "--phone", "0491570156"],
        answers: ["Ada"] + passwords),
      CommandLineInput(["sign-in", "--email", "ada@example.org"], answers: ["correct horse"]),
      CommandLineInput(
        ["reset-password", "--email", "ada@example.org"], answers: ["code"] + passwords),
    ]
  ) { TestContext(console: $1, container: $0) }
}
