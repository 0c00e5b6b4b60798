import Basics
import Auth
import Commands
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
      try context.terminal.write(KeyValueList(document.entries))
    }
  }
}

private struct StatusDocument: Encodable {
  struct Cloud: Encodable {
    let kind: String
    let location: String

    init(_ container: AppContainer) {
      let choice = container.cloudSelection.choice
      (kind, location) =
        choice == .embedded ? ("embedded", container.folders.cloud) : ("http", choice.argument)
    }
  }

  let signedIn: Bool
  let profile: RiderProfile?
  let sessionStore: UserSessionStoreDescription
  /// `nil` where the file that chooses it cannot be used.
  let cloud: Cloud?
  private let cloudProblem: Problem?
  let variants: [String: String]

  @MainActor
  init(_ context: CommandContext) async throws {
    try await context.launch { failure throws(FileError) in throw failure }
    if case .signedIn(let session) = context.container.mainViewModel.scene {
      profile = session.profile
    } else {
      profile = nil
    }
    variants = [Feature].all.variants(in: await context.flagScope())
    signedIn = profile != nil
    sessionStore = await context.container.authContainer.userSessionStoreDescription
    let selection = context.container.cloudSelection
    cloud = selection.isKnown ? Cloud(context.container) : nil
    cloudProblem = selection.problem
  }

  private enum CodingKeys: CodingKey {
    case signedIn, profile, sessionStore, cloud, variants
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(signedIn, forKey: .signedIn)
    // Scripts find the keys also without a session or a known cloud.
    try container.encode(profile, forKey: .profile)
    try container.encode(sessionStore, forKey: .sessionStore)
    try container.encode(cloud, forKey: .cloud)
    try container.encode(variants, forKey: .variants)
  }

  var entries: [(label: String, value: Styled)] {
    let rider: Styled = profile.map { "\($0.name) <\($0.email)>" } ?? "no"
    let location: Styled =
      cloud.map { "\($0.kind), \($0.location)" }
      ?? Styled("not known: \(cloudProblem?.message ?? "")")
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
