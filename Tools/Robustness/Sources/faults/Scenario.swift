/// A command that is to survive every fault.
struct Scenario: Sendable {
  /// A command that is run without a fault, and the statuses that it may have.
  struct Step: Sendable {
    let arguments: [String]
    var input = ""
    var allowed: Set<Int32> = [0]
  }

  /// What the program talks to.
  enum Service: Sendable { case none, postgresql, http, https }

  let name: String
  var program = "koober"
  var service = Service.none
  /// Whether the program, a server, speaks TLS.
  var isEncrypted = false
  /// What is done before, without faults.
  var before: [Step] = []
  /// The command; `nil` for a server that answers requests.
  var step: Step?
  /// The status that would be a wrong answer.
  var wrong: Int32?
  /// What has to work afterwards, whether the command succeeded or not.
  var after: [Step] = []
  /// What has to work when the command said that it succeeded.
  var afterSuccess: [Step] = []

  private static let password = "correct-horse-battery"
  private static let signUp = Step(
    arguments: [
      "sign-up", "--name", "Ada", "--email", "ada@example.org", "--phone", "0491570156",
      "--password-stdin", "--json",
    ], input: password)
  private static let signIn = Step(
    arguments: ["sign-in", "--email", "ada@example.org", "--password-stdin", "--json"],
    input: password)
  private static let request = Step(
    arguments: [
      "ride", "request", "--to", "Opera House", "--option", "wallabee", "--yes", "--json",
    ])
  private static let profile = Step(arguments: ["profile", "--json"])
  private static let status = Step(arguments: ["status", "--json"])

  /// What a client asks a server of.
  static let conversation = [
    signUp, signIn, Step(arguments: ["places", "search", "opera", "--json"]), profile,
  ]

  static let all = local + overNetwork

  private static let local = [
    Scenario(name: "sign-up", step: signUp, after: [status], afterSuccess: [profile]),
    Scenario(
      name: "sign-in", before: [signUp, Step(arguments: ["sign-out"])], step: signIn,
      // The password is right, whatever fails.
      wrong: 77, after: [status, signIn], afterSuccess: [profile]),
    Scenario(
      name: "sign-out", before: [signUp], step: Step(arguments: ["sign-out", "--json"]),
      after: [status, signIn]),
    Scenario(
      name: "ride-request", before: [signUp], step: request,
      after: [profile, Step(arguments: request.arguments, allowed: [0, 1])],
      afterSuccess: [Step(arguments: ["ride", "status", "--json"])]),
    Scenario(
      name: "places-import", before: [signUp],
      step: Step(arguments: ["places", "import", "PLACES.csv", "--json"]),
      after: [Step(arguments: ["places", "import", "PLACES.csv", "--json"])],
      afterSuccess: [Step(arguments: ["places", "search", "Wharf", "--json"])]),
    Scenario(
      name: "flags-set", before: [signUp],
      step: Step(arguments: ["flags", "set", "dropoff-ranking", "nearness", "--json"]),
      after: [Step(arguments: ["flags", "list", "--json"])]),
    Scenario(
      name: "location-set", step: Step(arguments: ["location", "set", "-33.8,151.2", "--json"]),
      after: [Step(arguments: ["location", "show", "--json"])]),
    Scenario(name: "status", before: [signUp], step: status, after: [status, profile]),
    // A check that cannot be made is a finding of the doctor, and that has a status of its own.
    Scenario(
      name: "doctor", before: [signUp], step: Step(arguments: ["doctor", "--json"]),
      after: [profile]),
    Scenario(
      name: "cloud-migrate", program: "koober-cloud",
      step: Step(arguments: ["migrate", "--json"]),
      after: [Step(arguments: ["migrate", "--json"])]),
    Scenario(
      name: "cloud-places-import", program: "koober-cloud",
      before: [Step(arguments: ["migrate"])],
      step: Step(arguments: ["places", "import", "PLACES.csv", "--json"]),
      after: [Step(arguments: ["places", "import", "PLACES.csv", "--json"])]),
    Scenario(
      name: "cloud-admin-token", program: "koober-cloud",
      before: [Step(arguments: ["migrate"])],
      step: Step(arguments: ["admin-tokens", "create", "ada", "--json"]),
      after: [Step(arguments: ["admin-tokens", "list", "--json"])]),
    Scenario(
      name: "cloud-serve", program: "koober-cloud", before: [Step(arguments: ["migrate"])],
      after: [Step(arguments: ["migrate", "--json"])]),
  ]
  private static let migrate = Step(arguments: ["migrate", "--json"])
  private static let importPlaces = Step(arguments: ["places", "import", "PLACES.csv", "--json"])
  private static let createToken = Step(arguments: ["admin-tokens", "create", "ada", "--json"])

  private static let overNetwork = [
    Scenario(
      name: "postgresql-migrate", program: "koober-cloud", service: .postgresql, step: migrate,
      after: [migrate]),
    Scenario(
      name: "postgresql-places-import", program: "koober-cloud", service: .postgresql,
      before: [migrate], step: importPlaces, after: [importPlaces]),
    Scenario(
      name: "postgresql-admin-token", program: "koober-cloud", service: .postgresql,
      before: [migrate], step: createToken,
      after: [Step(arguments: ["admin-tokens", "list", "--json"])]),
    Scenario(
      name: "postgresql-serve", program: "koober-cloud", service: .postgresql, before: [migrate],
      after: [migrate]),
    Scenario(
      name: "tls-serve", program: "koober-cloud", isEncrypted: true, before: [migrate],
      after: [migrate]),
    // The session and the password are right, whatever fails.
    Scenario(
      name: "http-sign-up", service: .http, step: signUp, wrong: 77, after: [status],
      afterSuccess: [profile]),
    Scenario(
      name: "http-ride-request", service: .http, before: [signUp], step: request, wrong: 77,
      after: [profile, Step(arguments: request.arguments, allowed: [0, 1])],
      afterSuccess: [Step(arguments: ["ride", "status", "--json"])]),
    Scenario(
      name: "https-sign-in", service: .https,
      before: [signUp, Step(arguments: ["sign-out"])], step: signIn, wrong: 77,
      after: [status, signIn], afterSuccess: [profile]),
  ]
}
