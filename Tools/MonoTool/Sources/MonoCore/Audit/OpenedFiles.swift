/// Reads the log of `strace` for the files that test programs opened.
struct OpenedFiles {
  /// Processes, and threads, that became test programs.
  private var testing: Set<Substring> = []
  private var parents: [Substring: Substring] = [:]
  /// The absolute paths that each process opened to read.
  private var opened: [Substring: Set<String>] = [:]

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
      guard call.between("execve(\"", "\"")?.hasSuffix(".xctest") == true else { return }
      testing.insert(process)
      opened[process] = nil
    case "clone", "clone3", "fork", "vfork":
      // What the new process does may stand before this line.
      parents[result.prefix { $0.isNumber }] = process
    default:
      guard !call.contains("O_WRONLY"), !call.contains("O_DIRECTORY"),
        let open = result.firstIndex(of: "<"), let close = result.lastIndex(of: ">")
      else { return }
      opened[process, default: []].insert(String(result[result.index(after: open)..<close]))
    }
  }

  /// The absolute paths that a test program, or a process that one started, opened to read.
  var paths: Set<String> {
    opened.reduce(into: []) { paths, entry in
      if isTesting(entry.key) { paths.formUnion(entry.value) }
    }
  }

  private func isTesting(_ process: Substring) -> Bool {
    sequence(first: process) { parents[$0] }.contains(where: testing.contains)
  }
}
