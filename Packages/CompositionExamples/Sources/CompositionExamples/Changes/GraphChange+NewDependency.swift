import SourceEvidence

extension GraphChange {
  private typealias Edit = RecordedChange.Edit

  /// Both forms are given a log that lives as long as the process.
  public static let newDependency = GraphChange(
    parts: RecordedChange(
      edits: formEdits("SignInViewModel.swift") + formEdits("SignUpViewModel.swift"),
      newFiles: ["SignInLog.swift": "public final class SignInLog: Sendable { public init() {} }"]),
    compositions: [
      .onDemand: RecordedChange(edits: onDemandEdits),
      .factoriesClass: RecordedChange(edits: factoriesClassEdits),
      .singleContainer: RecordedChange(edits: singleContainerEdits),
      .containerHierarchy: RecordedChange(edits: containerHierarchyEdits),
    ])

  private static func formEdits(_ file: String) -> [Edit] {
    [
      Edit(
        file, "  private let userSessionRepository",
        becomes: "  private let signInLog: SignInLog\n  private let userSessionRepository"),
      Edit(file, "  public init(\n", becomes: "  public init(\n    signInLog: SignInLog,\n"),
      Edit(
        file, "    self.userSessionRepository =",
        becomes: "    self.signInLog = signInLog\n    self.userSessionRepository ="),
    ]
  }

  private static let onDemandEdits = [
    Edit(
      "Globals.swift", "/// Where the accounts are.\n",
      becomes: "@MainActor let globalSignInLog = SignInLog()\n/// Where the accounts are.\n"
    ),
    Edit(
      "OnDemandComposition.swift", "            SignInViewModel(\n",
      becomes: "            SignInViewModel(\n              signInLog: globalSignInLog,\n"),
    Edit(
      "OnDemandComposition.swift", "            SignUpViewModel(\n",
      becomes: "            SignUpViewModel(\n              signInLog: globalSignInLog,\n"),
  ]

  private static let factoriesClassEdits =
    [
      Edit(
        "FactoriesClassComposition.swift", "  private let outside: Outside\n",
        becomes: "  private let outside: Outside\n  private let signInLog = SignInLog()\n"),
      Edit(
        "FactoriesClassComposition.swift", "makeMainViewModel(outside:",
        becomes: "makeMainViewModel(signInLog: signInLog, outside:"),
      Edit(
        factories, "    outside: Outside, userSessionRepository: any UserSessionRepository\n",
        becomes: "    signInLog: SignInLog, outside: Outside,"
          + " userSessionRepository: any UserSessionRepository\n"),
      Edit(
        factories, "        makeOnboardingViewModel(\n",
        becomes: "        makeOnboardingViewModel(\n          signInLog: signInLog,\n"),
      Edit(
        factories, "  func makeOnboardingViewModel(\n",
        becomes: "  func makeOnboardingViewModel(\n    signInLog: SignInLog,\n"),
    ] + factoriesClassEdits(of: "SignIn") + factoriesClassEdits(of: "SignUp")

  private static let factories = "KooberObjectFactories.swift"

  /// Each method on the way to a form takes the log and hands it on.
  private static func factoriesClassEdits(of form: String) -> [Edit] {
    [
      Edit(
        factories, "        make\(form)ViewModel(\n",
        becomes: "        make\(form)ViewModel(\n          signInLog: signInLog,\n"),
      Edit(
        factories, "  func make\(form)ViewModel(\n",
        becomes: "  func make\(form)ViewModel(\n    signInLog: SignInLog,\n"),
      Edit(
        factories, "    \(form)ViewModel(\n",
        becomes: "    \(form)ViewModel(\n      signInLog: signInLog,\n"),
    ]
  }

  private static let singleContainerEdits = [
    Edit(
      "KooberContainer.swift", "  let outside: Outside\n",
      becomes: "  let outside: Outside\n  let signInLog = SignInLog()\n"),
    Edit(
      "KooberContainer.swift", "    SignInViewModel(\n",
      becomes: "    SignInViewModel(\n      signInLog: signInLog,\n"),
    Edit(
      "KooberContainer.swift", "    SignUpViewModel(\n",
      becomes: "    SignUpViewModel(\n      signInLog: signInLog,\n"),
  ]

  private static let containerHierarchyEdits = [
    Edit(
      "AppContainer.swift", "  private let lifetimeProbe",
      becomes: "  public let signInLog = SignInLog()\n  private let lifetimeProbe"),
    Edit(
      "OnboardingContainer.swift", "public protocol OnboardingDependencies: Sendable {\n",
      becomes: "public protocol OnboardingDependencies: Sendable {\n"
        + "  var signInLog: SignInLog { get }\n"),
    Edit(
      "OnboardingContainer.swift", "  private let lifetimeProbe",
      becomes: "  private let signInLog: SignInLog\n  private let lifetimeProbe"),
    Edit(
      "OnboardingContainer.swift", "    userSessionRepository = ",
      becomes: "    signInLog = dependencies.signInLog\n    userSessionRepository = "),
    Edit(
      "OnboardingContainer.swift", "    SignInViewModel(\n",
      becomes: "    SignInViewModel(\n      signInLog: signInLog,\n"),
    Edit(
      "OnboardingContainer.swift", "    SignUpViewModel(\n",
      becomes: "    SignUpViewModel(\n      signInLog: signInLog,\n"),
  ]
}
