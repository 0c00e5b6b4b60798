import Core
import FoundationEssentials
public import Terminal

extension CommandTree {
  /// Runs a command line, prints its error if it fails, and returns the exit status.
  ///
  /// - Parameter advice: The program's commands that help, by the code of a problem.
  @MainActor public func run(
    _ commandLine: ParsedCommandLine<Context>, on console: CommandConsole,
    advice: [String: String] = [:], variables: [String: String] = [:],
    perform: @MainActor (Invocation<Context>) async throws -> Void
  ) async -> Int32 {
    do {
      switch commandLine.request {
      case .run(let invocation):
        try ProcessLimits.requireEnough()
        try requireText(in: variables)
        try await perform(invocation)
      case .print(let page): try print(page, on: console)
      case .complete(let request):
        try ProcessLimits.requireEnough()
        try console.terminal.write(await completions(for: request))
      case .usageError(let error): throw error
      }
      try console.terminal.flush()
      return 0
    } catch {
      // Output printed before the failure belongs to the result; where it cannot be written, the
      // failure is what counts.
      try? console.terminal.flush()
      let failure = CommandFailure(error).adding(advice)
      failure.report(as: name, on: console)
      return failure.status
    }
  }

  /// Refuses a variable that is not UTF-8: with U+FFFD in it, it would name another file or cloud.
  private func requireText(in variables: [String: String]) throws(Problem) {
    for name in environment.map(\.term) + ["HOME"]
    where variables[name]?.unicodeScalars.contains("\u{FFFD}") == true {
      throw Problem(
        .configuration, code: "notText", message: "\(name) is not UTF-8 text, or has U+FFFD in it.",
        hint: "Set it to UTF-8 text, or unset it.")
    }
  }

  private func print(_ page: CommandPage, on console: CommandConsole) throws {
    let text = text(of: page, width: console.terminal.capabilities.size.columns)
    try console.print(PageDocument(page, of: self, text: text)) { try console.terminal.write(text) }
  }
}

extension CommandFailure {
  /// Prints the problem, with `--json` as a document; without a writable standard error only the
  /// status remains.
  func report(as program: String, on console: CommandConsole) {
    guard let problem else { return }
    let terminal = console.terminal
    switch console.format {
    case .text:
      let message = problem.message.split(separator: "\n").map { Styled(String($0)) }
      try? terminal.writeErrorLine("\("\(program):", .error) \(message.first ?? "")")
      for line in message.dropFirst() { try? terminal.writeErrorLine(line) }
      if !problem.hint.isEmpty { try? terminal.writeErrorLine(Styled(problem.hint)) }
    case .json:
      let detail = ["code": problem.code, "message": problem.message, "hint": problem.hint]
      if let json = try? JSONCoding.encode(["error": detail]) {
        try? terminal.writeError(String(decoding: json, as: UTF8.self) + "\n")
      }
    }
  }
}

/// The JSON document that `--json` prints instead of a page of help.
struct PageDocument: Encodable {
  struct Status: Encodable {
    let code: Int32
    let meaning: String
  }

  private var name: String?
  private var version: String?
  private var exitStatuses: [Status]?
  private var text: String?

  init<Context>(_ page: CommandPage, of tree: CommandTree<Context>, text: String) {
    switch page {
    case .version: (name, version) = (tree.name, tree.version)
    case .exitStatuses:
      exitStatuses = tree.exitStatuses.map { Status(code: $0.code, meaning: $0.meaning) }
    case .help, .completionScript, .manualPage: self.text = text
    }
  }
}

/// A value of a document that is `null` where it is absent, so that a reader finds its key.
public struct OrNull<Value: Encodable>: Encodable {
  public let value: Value?
  public init(_ value: Value?) { self.value = value }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension OrNull: Sendable where Value: Sendable {}
