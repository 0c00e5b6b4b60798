import Foundation

/// A command that is to survive every fault; the file `Scenarios.json` has all of them.
struct Scenario: Sendable, Decodable {
  /// The service that the program uses.
  enum Service: String, Sendable, Decodable { case postgresql, http, https }

  let name: String
  let service: Service?
  /// Whether the program, a server, speaks TLS.
  let isEncrypted: Bool?
  /// The steps before, without faults.
  let before: [Step]?
  /// The steps then beside a server that is killed, so that they are in the database's log alone.
  let besideServer: [Step]?
  /// The command; `nil` for a server that answers requests.
  let step: Step?
  /// The status that would be a wrong answer.
  let wrong: Int32?
  /// The steps that have to work afterwards, whether the command succeeded or not.
  let after: [Step]
  /// The steps that have to work when the command said that it succeeded.
  let afterSuccess: [Step]?
  /// Calls that may fail or be left out in this scenario, beside those of all.
  let harmless: [HarmlessFault]?

  /// A command that is run without a fault, such as `koober inbox | shows Hello`.
  ///
  /// After the command, or the name of one in the file, come `< INPUT`, `| status N…` for other
  /// statuses than 0, `| shows TEXT`, `| hides TEXT` and `| agrees A B` (it shows both or neither),
  /// `| unless WORD`, with which the messages of the command under test excuse it, and `| faultless`.
  struct Step: Sendable, Decodable, CustomStringConvertible {
    let program: String
    let arguments: [String]
    let input: String
    private let conditions: [(name: Substring, text: String)]

    var description: String { arguments.joined(separator: " ") }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      var parts = try container.decode(String.self).split(separator: " | ")
      if let steps = ScenarioFile.steps.flatMap({ decoder.userInfo[$0] }) as? [String: String],
        let command = steps[String(parts[0])]
      {
        parts.replaceSubrange(0..<1, with: command.split(separator: " | "))
      }
      let command = parts[0].split(separator: " < ", maxSplits: 1)
      let words = command[0].split(separator: " ").map(String.init)
      program = words[0]
      arguments = words.dropFirst() + ["--json"]
      input = command.count > 1 ? String(command[1]) : ""
      conditions = try parts.dropFirst().map { part in
        let name = part.prefix { $0 != " " }
        guard ["status", "shows", "hides", "agrees", "unless", "faultless"].contains(name) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "'\(part)' is no condition")
        }
        return (name, String(part.dropFirst(name.count + 1)))
      }
    }

    /// Whether the step is left out after a fault, or because the messages say why it would fail.
    func isExcused(by messages: String, isFaulty: Bool) -> Bool {
      conditions.contains {
        $0.name == "unless" && messages.contains($0.text) || $0.name == "faultless" && isFaulty
      }
    }

    /// Whether the command may end so; what it prints counts only for status 0.
    func allows(_ status: Int32?, _ output: String) -> Bool {
      let allowed = conditions.first { $0.name == "status" }?.text ?? "0"
      guard let status, allowed.split(separator: " ").contains("\(status)") else { return false }
      return status != 0
        || conditions.allSatisfy { name, text in
          let words = text.split(separator: " ")
          return switch name {
          case "shows": output.contains(text)
          case "hides": !output.contains(text)
          case "agrees": Set(words.map(output.contains)).count == 1
          default: true
          }
        }
    }
  }
}

/// The content of `Scenarios.json`.
struct ScenarioFile: Decodable {
  private struct Steps: Decodable { let steps: [String: String] }
  /// Where the named steps are while steps are read.
  fileprivate static let steps = CodingUserInfoKey(rawValue: "steps")

  let scenarios: [Scenario]
  let harmless: [HarmlessFault]

  static func read(_ path: String) throws -> ScenarioFile {
    let data = try Data(contentsOf: URL(filePath: path))
    let decoder = JSONDecoder()
    if let steps { decoder.userInfo[steps] = try decoder.decode(Steps.self, from: data).steps }
    return try decoder.decode(ScenarioFile.self, from: data)
  }
}
