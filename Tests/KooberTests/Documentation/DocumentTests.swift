import Basics
import CloudTesting
import Testing

/// Every command line of the documents and help pages works, and prints what is shown below it.
struct DocumentTests {
  /// The parts of the documents with lines that are typed.
  private static let documented =
    (try? DocumentReader.documents().flatMap(DocumentReader.sections(of:))) ?? []
  private static let sections: [DocumentSection] = {
    documented.compactMap { section in
      var section = section
      section.lines = section.lines.filter { line in
        line.kind != .python && !UnrunLines.all.contains(line.text)
          && (line.kind != .inline || line.isCommandLine)
      }
      return section.lines.isEmpty ? nil : section
    }
  }()

  private static let onPostgreSQL = "Apps/koober-cloud/README.md#PostgreSQL"

  @Test(arguments: sections.filter { $0.name != onPostgreSQL })
  func `The lines of a document work and print what it shows`(section: DocumentSection) throws {
    try Self.run(section, on: DocumentShell())
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `The lines about PostgreSQL work and print what is shown`() throws {
    let section = try #require(Self.sections.first { $0.name == Self.onPostgreSQL })
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let shell = try DocumentShell()
      shell.replacements += [("postgresql://koober@db.example.org/koober", url)]
      try Self.run(section, on: shell)
    }
  }

  @Test(
    .enabled(
      if: python != nil,
      """
      OpenFeature's client for Python is not installed; .ci/robustness installs it and runs this \
      test every night
      """)
  )
  func `What is typed into Python prints what is shown`() throws {
    let name = "Apps/koober-cloud/Documentation/Flags.md#Remote evaluation"
    let shell = try DocumentShell()
    for line in DocumentSetup.lines(of: name) {
      _ = try line.isServer ? shell.serve(line.text) : shell.run(line.text)
    }
    let section = try #require(Self.documented.first { $0.name == name })
    let lines = section.lines.filter { $0.kind == .python }
    let session = lines.map { (">>> \($0.text)" as Substring, $0.output) }
      .flatMap { [String($0)] + $1 }.joined(separator: "\n")

    let file = try shell.folder.write(shell.replaced(session), to: "session")
    let outcome = try shell.run("\(Self.python ?? "") -m doctest '\(file)'")

    #expect(lines.count >= 3 && outcome.status == 0, "\(outcome.output)")
    shell.end()
  }

  private static let python: String? = {
    let name = EnvironmentVariables.all["KOOBER_TEST_PYTHON"] ?? "python3"
    let check = ["-c", "import openfeature.contrib.provider.ofrep"]
    return (try? Subprocess.run(name, check))?.status.code == 0 ? name : nil
  }()

  @Test(arguments: ["koober", "koober-cloud"])
  func `The examples of the help pages work`(program: String) throws {
    let lines = try Self.examples(of: program)
    try Self.runExamples(lines.filter { !$0.text.contains("postgresql:") })
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `The examples of the help pages work on PostgreSQL`() throws {
    let lines = try Self.examples(of: "koober-cloud").filter { $0.text.contains("postgresql:") }
    #expect(lines.count == 2)
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      try Self.runExamples(lines, [("postgresql://koober@db.example/koober", url)])
    }
  }

  /// Each example finds what it needs, whatever the others have done.
  private static func runExamples(
    _ lines: [DocumentedLine], _ replacements: [(documented: String, actual: String)] = []
  ) throws {
    let prepared = try DocumentShell()
    try prepared.prepare(DocumentSetup.ofExamples)
    for line in lines where !UnrunLines.all.contains(line.text) {
      let shell = try DocumentShell()
      try shell.copy(prepared)
      if let more = DocumentSetup.before[line.text] { try shell.prepare(more) }
      shell.replacements += replacements
      try run(DocumentSection(document: "help", title: line.text, lines: [line]), on: shell)
    }
  }

  @Test func `The lines that are not typed stand in a document and can be understood`() throws {
    let examples = try ["koober", "koober-cloud"].flatMap(Self.examples(of:))
    let found = Set((Self.documented.flatMap(\.lines) + examples).map(\.text))
    #expect(UnrunLines.all.subtracting(found) == [])
    for line in UnrunLines.all {
      let parsed = try Subprocess.run("bash", ["-nc", line])
      #expect(parsed.status.code == 0, "\(line): \(parsed.errorText)")
      for tool in line.matches(of: /(Tools|\.ci|Apps)\/[A-Za-z0-9@._\/-]+/).map(\.output.0) {
        let text = try Files.text(of: "\(DocumentReader.root)/\(tool)")
        for option in line.matches(of: /--[a-z-]+/)
        where tool.hasPrefix("Tools/") && tool != "Tools/mono" {
          #expect(text.contains(option.output), "\(line)")
        }
      }
    }
  }

  @Test func `The options between backquotes exist`() throws {
    let pages = try ["koober", "koober-cloud"].map { try Self.helpPages(of: $0).joined() }.joined()
    let documents =
      ["README.md", "Packages/FeatureFlags/README.md", ".github/SECURITY.md"]
      + (try DocumentReader.documents().filter { $0.hasPrefix("Apps/") })
    for document in documents {
      for line in try DocumentReader.sections(of: document).flatMap(\.lines)
      where line.kind == .inline && !UnrunLines.all.contains(line.text) {
        for option in line.text.matches(of: /--[a-z][a-z-]+/)
        where !line.text.hasPrefix("Tools/mono") {
          #expect(pages.contains(option.output), "\(document): \(line.text)")
        }
      }
    }
  }

  private static func run(_ section: DocumentSection, on shell: DocumentShell) throws {
    for line in DocumentSetup.lines(of: section.name) {
      let outcome = try line.isServer ? shell.serve(line.text) : shell.run(line.text)
      try #require(outcome.status == 0, "\(section.name): \(line.text): \(outcome)")
    }
    for line in section.lines {
      let place = "\(section.name): \(line.text)"
      guard line.kind != .inline else {
        try runInline(line, on: shell, place)
        continue
      }
      let leaving = DocumentSetup.leaving[line.text]
      let outcome =
        try line.isServer
        ? shell.serve(line.text)
        : shell.run(line.text, answers: leaving.map { [$0.shown: $0.typed] } ?? [:])
      #expect(outcome.status == leaving?.status ?? 0, "\(place): \(outcome)")
      #expect(!outcome.output.contains { $0.contains(#"{"error":"#) }, "\(place): \(outcome)")
      if !line.output.isEmpty {
        #expect(
          DocumentComparison.agree(line.output, outcome.output),
          "\(place) shows \(line.output) and prints \(outcome.output)")
      }
    }
    shell.end()
  }

  /// A line in a sentence is complete and works, names a command, or shows what a command takes.
  private static func runInline(
    _ line: DocumentedLine, on shell: DocumentShell, _ place: String
  ) throws {
    let words = line.text.split(separator: " ")
    let path = words.prefix {
      $0.wholeMatch(of: /[A-Za-z-][a-z\/-]*/) != nil && !$0.hasPrefix("--")
    }
    let help = try shell.run((path + ["--help"]).joined(separator: " "))
    #expect(help.status == 0, "\(place): \(help)")
    if words.contains(where: { $0.wholeMatch(of: /[A-Z]+/) != nil }) {
      for option in words where option.hasPrefix("--") {
        #expect(help.output.joined().contains(option), "\(place): \(help)")
      }
    } else if words != Array(path) || line.text.hasPrefix("swift") {
      let outcome = try shell.run(line.text)
      #expect(outcome.status == 0, "\(place): \(outcome)")
    }
  }

  /// The pages of a program and of its commands at any depth.
  private static func helpPages(of program: String, _ path: [String] = []) throws -> [String] {
    let page = try Subprocess.run(
      "\(DocumentShell.programs)/\(program)", path + ["--help"]
    ).outputText
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let commands = lines.drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
      .compactMap { $0.wholeMatch(of: #/  ([a-z-]+)  .*/#).map { String($0.output.1) } }
    return [page] + (try commands.flatMap { try helpPages(of: program, path + [$0]) })
  }

  private static func examples(of program: String) throws -> [DocumentedLine] {
    let pages = try helpPages(of: program)
    let examples = pages.flatMap { page in
      page.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
        .filter { $0.hasPrefix("  \(program)") && !$0.hasPrefix("   ") }
        .map { DocumentedLine(.example, String($0.dropFirst(2))) }
    }
    try #require(examples.count > 20)
    return Array(Set(examples))
  }
}

extension DocumentedLine {
  /// Whether text in a sentence is a command line, rather than the name of something.
  fileprivate var isCommandLine: Bool {
    text.wholeMatch(
      of: /(([A-Z_]+=\S* )?(koober|koober-cloud|swift) .+|(Tools|\.ci)\/\S+ .+|[a-z]+ .*--.+)/)
      != nil
  }

  fileprivate var isServer: Bool {
    text.hasPrefix("koober-cloud serve")
      || text == "Tools/run-cloud" || text.hasPrefix("Tools/run-cloud -")
  }
}
