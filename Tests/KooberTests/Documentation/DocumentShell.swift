import Basics
import BasicsTesting
import Foundation
import Glibc
import Testing

/// A terminal on which the lines of a document are typed, in a folder with an empty `KOOBER_HOME`.
///
/// The programs are those that were built with the tests; `Tools/run` and `Tools/run-cloud` start
/// them, as does `swift run`. What a line exports is known to the next one.
final class DocumentShell {
  struct Outcome {
    let status: Int32
    let output: [String]
  }

  let folder: TemporaryFolder
  /// Texts of the document, and what stands for them here.
  var replacements: [(documented: String, actual: String)]
  private var servers: [Subprocess] = []

  /// What a rider answers to the questions of the programs.
  private static let answers = [
    "assword:": "a long password\n", "or more:": "another password\n",
    "Once more:": "another password\n", "[y/N]": "y\n", "Mobile number:": "0491570156\n",
  ]
  static let programs = KooberProcess.executable.deletingLastPathComponent().path

  init() throws {
    folder = try TemporaryFolder()
    replacements = [("/backup/", "\(folder.path)/backup/"), ("/srv/", "\(folder.path)/srv/")]
    try prepare(
      """
      mkdir -p Tools home srv/koober backup bin
      ln -s '\(Self.programs)/koober' '\(Self.programs)/koober-cloud' bin
      printf '#!/bin/sh\\nexec koober "$@"\\n' >Tools/run
      printf '#!/bin/bash\\n[[ $# -gt 0 && $1 != -* ]] || set -- serve "$@"
      exec koober-cloud "$@"\\n' >Tools/run-cloud
      printf '#!/bin/sh\\nshift\\nexec "%s/$@"\\n' '\(Self.programs)' >bin/swift
      chmod +x Tools/* bin/swift
      : >state
      """)
  }

  deinit {
    for server in servers { server.signal(SIGKILL) }
  }

  /// Takes over the home and the files of another one.
  func copy(_ other: DocumentShell) throws {
    try prepare("cp -a '\(other.folder.path)/.' .")
  }

  /// Runs a script without a terminal, which has to succeed.
  func prepare(_ script: String) throws {
    let outcome = try Subprocess.run(
      "bash", ["-ec", "cd '\(folder.path)'\n\(script)"], environment: environment)
    try #require(outcome.status.code == 0, "\(script): \(outcome.outputText)\(outcome.errorText)")
  }

  /// Types a line, answers what it asks, and returns what the terminal shows.
  ///
  /// - Parameter answers: What is typed whenever a text is shown.
  func run(_ line: String, answers: [String: String] = [:]) throws -> Outcome {
    var answers = Self.answers.merging(answers) { $1 }
    answers["Code:"] = try? Files.text(of: folder.path(of: "code"))
    let script = """
      cd '\(folder.path)' && stty cols 100 rows 30 -onlcr && set -a && . ./state
      trap 'status=$?; declare -px >state; exit $status' EXIT
      \(replaced(line))
      """
    let file = try folder.write(script, to: "line")
    // What is typed ahead would be lost when a password is asked.
    HangGuard.start()
    let process = try Subprocess(
      "script", ["-qec", "timeout --foreground 100 bash '\(file)'", "/dev/null"],
      environment: environment, input: .pipe, output: .pipe)
    // Kills it if it hangs, which ends its output.
    Task { await process.end() }
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var answered = 0
    while let output = process.outputPipe {
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { break }
      shown += buffer.prefix(count)
      let text = String(decoding: shown.dropFirst(answered), as: UTF8.self)
      if let typed = answers.first(where: { text.contains($0.key) })?.value,
        let input = process.inputPipe
      {
        answered = shown.count
        _ = typed.withCString { write(input, $0, strlen($0)) }
      }
    }
    return Outcome(
      status: process.wait().code, output: lines(String(decoding: shown, as: UTF8.self)))
  }

  /// Starts a server on free ports, which stand for those of the document from now on, and returns
  /// what it prints.
  func serve(_ line: String) throws -> Outcome {
    let line = replaced(line).replacing(#/ --listen \S+/#, with: "")
    let server = try Subprocess(
      "bash",
      ["-c", "cd '\(folder.path)'; . ./state; exec \(line) --listen 127.0.0.1:0 2>>server.log"],
      environment: environment, output: .pipe)
    servers.append(server)
    var (shown, byte) = ([UInt8](), UInt8(0))
    // It prints both addresses, in one line or two.
    var addresses: [String] = []
    while addresses.count < 2, let output = server.outputPipe, read(output, &byte, 1) == 1 {
      shown.append(byte)
      guard byte == 0x0A else { continue }
      addresses = String(decoding: shown, as: UTF8.self)
        .matches(of: /127\.0\.0\.1:[0-9]+/).map { String($0.output) }
    }
    let text = String(decoding: shown, as: UTF8.self)
    let log = try Files.text(of: folder.path(of: "server.log"))
    try #require(addresses.count == 2, "\(line): \(text)\(log)")
    replacements += zip(["127.0.0.1:8080", "127.0.0.1:9080"], addresses).map { ($0, $1) }
    return Outcome(status: 0, output: lines(text))
  }

  /// Ends the servers, as an administrator does.
  func end() {
    for server in servers {
      server.signal(SIGTERM)
      #expect(server.wait(within: .seconds(30))?.code == 0)
    }
    servers = []
  }

  private var environment: [String: String] {
    [
      "KOOBER_HOME": folder.path(of: "home"), "HOME": folder.path, "TERM": "xterm-256color",
      "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONPATH": "",
      "PATH": "\(folder.path)/bin:\(EnvironmentVariables.all["PATH"] ?? "/usr/bin:/bin")",
    ]
  }

  func replaced(_ line: String) -> String {
    replacements.reduce(line) {
      $0.replacing($1.documented, with: $1.actual.contains("&") ? "'\($1.actual)'" : $1.actual)
    }
  }

  /// What is left on the terminal, in the words of the document.
  private func lines(_ shown: String) -> [String] {
    let text = replacements.reversed().reduce(shown.replacing("\r\n", with: "\n")) {
      $0.replacing($1.actual, with: $1.documented)
    }
    return text.replacing(/\u{1B}(\[[0-9;?]*[a-zA-Z]|[=>])/, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.split(separator: "\r").last ?? "") }
  }
}
