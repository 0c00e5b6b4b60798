import Synchronization
import Terminal

/// A small program whose handlers record what they were given.
final class SampleProgram: Sendable {
  static let output = Option("output", default: OutputFormat.text, help: "How to print results.")
    .shorthand("json", for: "json")
  static let overrides = Option<[String]>("flag", help: "A flag for this run only.")
  static let quiet = Flag("quiet", short: "q", help: "Print results only.")

  static let query = Argument<String>("QUERY", help: "What to look for.")
  static let near = Option<Point?>("near", help: "Where to begin.")
  static let limit = Option(
    "limit", short: "n", kind: .range(1...100), default: 20, help: "How many to print.")
  static let yes = Flag("yes", short: "y", help: "Do not ask.")
  static let dryRun = Flag("dry-run", short: "d", help: "Change nothing.")
  static let email = Option<String>("email", help: "Whose account it is.")
  static let phone = Option<String>(
    "phone", kind: ValueKind.standard.named("NUMBER"), help: "A mobile number.")
  static let file = Argument<String>("FILE", kind: .file, help: "What to read.")
  static let friends = Option<[String]>(
    "with", kind: .standard.completing(.dynamic(SampleProgram.knownFriends)), count: 1...3,
    help: "A friend.")
  static let words = Argument<[String]>("TEXT", help: "What to say.")
  static let point = Argument<Point>("LAT,LON", help: "Where it is.")

  let log = Mutex<[String]>([])

  func record(_ entry: String) {
    log.withLock { $0.append(entry) }
  }

  @Sendable static func knownFriends(_ request: CompletionRequest) async -> [CompletionCandidate] {
    [
      CompletionCandidate("ann@koober.example", "Ann, asked for '\(request.prefix)'"),
      CompletionCandidate("Bob Stone", "Bob"),
    ]
  }
}

enum OutputFormat: String, CaseIterable, CommandLineValue {
  case text, json

  static var valueName: String { "FORMAT" }
}

/// A location as an app would declare it.
struct Point: CommandLineValue, Equatable {
  let latitude: Double
  let longitude: Double

  static var valueName: String { "LAT,LON" }
  var argument: String { "\(latitude),\(longitude)" }

  init(_ latitude: Double, _ longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  init(argument: String) throws(InvalidValueError) {
    let numbers = argument.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2 else {
      throw InvalidValueError("must be LAT,LON, for example -33.86,151.21")
    }
    self.init(numbers[0], numbers[1])
  }
}
