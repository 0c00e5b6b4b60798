import Basics
import SourceEvidence

/// A mistake to mend, read from a document of the folder `Exercises`.
struct Exercise: Sendable {
  /// The name that the commands take: that of the document, without its number.
  let name: String
  let title: String
  let task: String
  let hint: String
  /// The code with the mistake in it.
  let mistake: String
  let answer: String
  /// The use of the code, which fails as long as the mistake is in it.
  let check: String

  /// Returns the exercises in their order, read where this program was built from.
  static func all() throws -> [Exercise] {
    let folder = "\(package)/Exercises"
    return try Files.names(in: folder).filter { $0.hasSuffix(".md") }.sorted()
      .map { try Exercise(document: Files.text(of: "\(folder)/\($0)"), file: $0) }
  }

  /// The folder of this package.
  static let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// Reads a document: a title, and one section for each part.
  ///
  /// - Throws: ``EvidenceError`` when a part is missing.
  init(document: String, file: String) throws {
    let parts = document.split(separator: "\n\n## ")
    func section(_ heading: String) throws -> String {
      guard let part = parts.first(where: { $0.hasPrefix("\(heading)\n\n") }) else {
        throw EvidenceError("'\(file)' has no section '\(heading)'.")
      }
      let text = part.dropFirst(heading.utf8.count + 2)
      let code = text.split(separator: "```", omittingEmptySubsequences: false)
      return String(code.count == 3 ? code[1].dropFirst("swift\n".utf8.count) : text)
    }
    name = String(file.drop { $0 != "-" }.dropFirst().prefix { $0 != "." })
    title = String(document.prefix { $0 != "\n" }.dropFirst(2))
    (task, hint) = (try section("Task"), try section("Hint"))
    (mistake, answer) = (try section("Mistake"), try section("Answer"))
    check = try section("Check")
  }

  /// The file that a learner begins with: title and task as comments, and the code.
  var beginning: String {
    let comment = "\(title)\n\n\(task)".split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "//" : "// \($0)" }.joined(separator: "\n")
    return "\(comment)\n\n\(mistake)"
  }

  /// Compiles code with the check, and runs both.
  ///
  /// - Returns: Why the mistake is still there; `nil` when it is mended.
  /// - Throws: An error when there is no compiler, or nothing to compile with.
  func problem(in code: String, within limit: Duration = .seconds(20)) throws -> String? {
    let folder = try TemporaryFolder()
    let program = folder.path(of: "program")
    let texts = ["\(name).swift": code, "Check.swift": check, "Main.swift": Self.main]
    let objects = try ["Basics", "Composition", "FeatureFlags"].flatMap(Compiler.objects(of:))
    let verdict = try Compiler().run(texts, module: "Exercise") { _ in objects + ["-o", program] }
    guard verdict.accepts else {
      return "It does not compile:\n"
        + verdict.output.replacing(/\/\S*\/(?=[a-zA-Z-]+\.swift:)/, with: "")
    }
    // A crash says its reason, and not where the processor was.
    let process = try Subprocess(
      program, environment: ["SWIFT_BACKTRACE": "enable=no"], output: .captured,
      error: .standardOutput)
    guard let status = process.wait(within: limit) else {
      return "It does not end: perhaps two objects wait for each other."
    }
    let output = String(decoding: process.output, as: UTF8.self)
    return switch status {
    case .exited(Self.statusAtTheEnd): nil
    case .exited(0): "The check does not come to its end: your code ends the program before."
    case .exited: output
    case .signaled: "It crashes:\n\(output)"
    }
  }

  /// The exit status of a check that came to its end, which code that ends the program has not.
  private static let statusAtTheEnd: Int32 = 42

  private static let main = """
    import Glibc

    @main
    enum Main {
      static func main() throws {
        // Some checks throw.
        let check: () throws -> Void = Check.main
        try check()
        exit(\(statusAtTheEnd))
      }
    }

    /// Ends the check with a message unless the condition holds.
    func expect(_ condition: Bool, _ message: String) {
      guard !condition else { return }
      print(message)
      exit(1)
    }
    """
}
