import Basics

/// The preview program, which is built beside the tests.
enum Preview {
  /// The folder of what was built.
  static let folder: String = {
    let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return Files.folder(of: tests)
  }()

  static let program = folder + "/terminal-preview"
}

/// Runs scripts without a terminal.
enum Script {
  struct Result: Equatable {
    var status: Int32
    var output: String
    var error: String
  }

  /// Runs a script in a shell; `$preview` is the preview program.
  static func run(
    _ script: String, shell: [String] = ["bash", "-c"], environment: [String: String] = [:]
  ) throws -> Result {
    let variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
      "preview": Preview.program,
    ]
    let outcome = try Subprocess.run(
      shell[0], shell.dropFirst() + [script],
      environment: variables.merging(environment) { _, new in new })
    return Result(
      status: outcome.status.code, output: outcome.outputText, error: outcome.errorText)
  }
}
