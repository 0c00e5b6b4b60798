import Basics

/// What the processes below one are doing, for a run whose time is over.
enum HangReport {
  /// The stacks of each, by gdb where it is and may look, else as far as `/proc` tells.
  static func text(of process: Int32) -> String {
    ProcessTree.all(from: process).map { identifier in
      let folder = "/proc/\(identifier)"
      let command = (Files.text("\(folder)/cmdline") ?? "").replacing("\0", with: " ")
      return "process \(identifier): \(command)\n"
        + (debugger(identifier) ?? threads(in: "\(folder)/task"))
    }.joined()
  }

  private static func debugger(_ process: Int32) -> String? {
    let arguments = ["60", "gdb", "-p", "\(process)", "-batch", "-ex", "thread apply all bt 40"]
    guard let result = try? Tool.run("timeout", arguments), result.status.code == 0 else {
      return nil
    }
    let lines = result.outputText.split(separator: "\n")
      .filter { $0.hasPrefix("Thread ") || $0.hasPrefix("#") }
    return lines.contains { $0.hasPrefix("#") } ? lines.joined(separator: "\n") + "\n" : nil
  }

  /// The name, the state and what the kernel says of each thread.
  private static func threads(in folder: String) -> String {
    Files.entries(folder).map { thread in
      func text(_ name: String) -> String {
        (Files.text("\(folder)/\(thread.name)/\(name)") ?? "").trimmingBlanks
      }
      let state = text("status").split(separator: "\n").first { $0.hasPrefix("State:") } ?? ""
      return "  thread \(thread.name) \(text("comm")) \(state) \(text("wchan"))\n"
        + text("stack").split(separator: "\n").map { "    \($0)\n" }.joined()
    }.joined()
  }
}
