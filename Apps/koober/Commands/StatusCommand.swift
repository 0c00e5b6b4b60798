import Auth
import Basics
import Console
import Core
import Terminal

/// Shows the session, the cloud and the folders.
enum StatusCommand {
  static let status = Command<CommandContext>(
    "status", summary: "Show whether you are signed in, and where things are kept.",
    examples: [CommandExample("koober status", "Show the status.")]
  ) { _, context in
    let document = try await StatusDocument(context)
    try context.print(document) {
      let problem = context.container.cloudSelection.problem
      try context.terminal.write(KeyValueList(document.entries(problem)))
    }
  }
}

private struct StatusDocument: Encodable {
  struct Cloud: Encodable {
    let kind: String
    let location: String
  }

  let signedIn: Bool
  // Scripts find the keys also without a session or a known cloud.
  let profile: OrNull<RiderProfile>
  let sessionStore: UserSessionStoreDescription
  /// Empty where the file that chooses it cannot be used.
  let cloud: OrNull<Cloud>
  let variants: [String: String]

  @MainActor
  init(_ context: CommandContext) async throws {
    try await context.launch { failure throws(FileError) in throw failure }
    let scene = context.container.mainViewModel.scene
    let session: UserSession? = if case .signedIn(let session) = scene { session } else { nil }
    signedIn = session != nil
    profile = OrNull(session?.profile)
    variants = [Feature].all.variants(in: await context.flagScope())
    sessionStore = await context.container.authContainer.userSessionStoreDescription
    let selection = context.container.cloudSelection
    let chosen =
      selection.choice == .embedded
      ? Cloud(kind: "embedded", location: context.container.folders.cloud)
      : Cloud(kind: "http", location: selection.choice.argument)
    cloud = OrNull(selection.isKnown ? chosen : nil)
  }

  /// - Parameter problem: Why the cloud is not known.
  func entries(_ problem: Problem?) -> [(label: String, value: Styled)] {
    let rider: Styled = profile.value.map { "\($0.name) <\($0.email)>" } ?? "no"
    let location: Styled =
      cloud.value.map { "\($0.kind), \($0.location)" }
      ?? Styled("not known: \(problem?.message ?? "")")
    let facts: [(label: String, value: Styled)] = [
      ("Signed in", rider), ("Session", Styled(sessionStore.description)),
      ("Cloud", location),
    ]
    return facts
      + variants.sorted { $0.key < $1.key }.map { key, variant in
        let isElsewhere = key == "user-session-store" && variant != sessionStore.kind
        return (key, "\(variant)\(isElsewhere ? " (no keyring: \(sessionStore.kind))" : "")")
      }
  }
}
