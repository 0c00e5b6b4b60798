/// What the Swift runtime says when a program stops itself.
enum CrashMessage {
  /// The last such line of an output, with its place when it has one: `P/P.swift:3: Fatal error:
  /// …`.
  static func find(in output: String, root: String) -> String? {
    let lines = output.split(separator: "\n").filter { line in
      // The backtrace repeats the message in another form.
      line.contains("Fatal error: ") && !line.contains("💣") && !line.hasPrefix("Crash")
        || line.hasPrefix("Fatal error")
    }
    return lines.last.map { $0.trimmingPrefix(root + "/") }.map(String.init)
  }
}
