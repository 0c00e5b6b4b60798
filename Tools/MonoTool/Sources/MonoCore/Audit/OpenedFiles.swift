/// Reads the log of `strace` for the files that test programs opened.
struct OpenedFiles {
  /// The absolute paths that a test program, or a process that one started, opened to read.
  private(set) var paths: Set<String> = []
  /// Processes that run tests.
  private var testing: Set<Substring> = []

  /// The system calls that the log has to have.
  static let options = [
    "-f", "-y", "-qq", "-s", "4096", "-e", "signal=none", "-e",
    "trace=open,openat,openat2,execve,clone,clone3,fork,vfork",
  ]

  init(log: String) {
    var unfinished: [Substring: Substring] = [:]
    for line in log.split(separator: "\n") {
      let process = line.prefix { $0.isNumber }
      var call = line.dropFirst(process.count).drop { $0 == " " }
      // A call that another process interrupts is written in two lines.
      if call.hasSuffix("<unfinished ...>") {
        unfinished[process] = call.dropLast("<unfinished ...>".count)
        continue
      }
      if call.hasPrefix("<... "), let end = call.firstRange(of: "resumed>") {
        let rest = call[end.upperBound...]
        call = Substring((unfinished.removeValue(forKey: process) ?? "") + rest)
      }
      read(call, of: process)
    }
  }

  private mutating func read(_ call: Substring, of process: Substring) {
    let name = call.prefix { $0 != "(" }
    // The result is behind the last bracket; a file's number has its path behind it.
    let equals = call.ranges(of: " = ").last { range in
      call[..<range.lowerBound].last { $0 != " " } == ")"
    }
    guard let equals else { return }
    let result = call[equals.upperBound...]
    guard !result.hasPrefix("-") else { return }
    switch name {
    case "execve":
      if call.between("execve(\"", "\"")?.hasSuffix(".xctest") == true { testing.insert(process) }
    case "clone", "clone3", "fork", "vfork":
      if testing.contains(process) { testing.insert(result.prefix { $0.isNumber }) }
    default:
      guard testing.contains(process), !call.contains("O_WRONLY"), !call.contains("O_DIRECTORY"),
        let open = result.firstIndex(of: "<"), let close = result.lastIndex(of: ">")
      else { return }
      paths.insert(String(result[result.index(after: open)..<close]))
    }
  }
}
