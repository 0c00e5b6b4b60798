import Basics

/// The files that a program and all that it started looked at, read from a log of `strace`.
struct Trace {
  /// The absolute paths of files that were opened for reading, or run.
  private(set) var read: Set<String> = []
  /// The absolute paths whose existence was asked for, also by opening in vain.
  private(set) var probed: Set<String> = []
  /// The folders that were listed.
  private(set) var listed: Set<String> = []
  /// The files and folders that it made itself, and the files that it emptied first.
  private(set) var created: Set<String> = []
  /// Every working folder so far, as a log does not say which of them a process or its thread is in.
  private var workingFolders: Set<String>

  /// The words before a command to trace it; not every processor's kernel has the calls with a `?`.
  static func command(log: String) -> [String] {
    [
      "strace", "-f", "--seccomp-bpf", "-y", "-q", "-s", "4096", "-e", "signal=none", "-o", log,
      "-e",
      "trace=?open,?creat,openat,openat2,?stat,?lstat,newfstatat,statx,?access,faccessat,faccessat2,"
        + "?readlink,readlinkat,getdents64,execve,?execveat,chdir,fchdir,connect,"
        + "?mkdir,mkdirat,?rename,renameat,renameat2",
    ]
  }

  /// Whether processes can be traced here.
  static let isPossible = {
    let words = command(log: "/dev/null") + ["true"]
    return (try? Tool.run(words[0], Array(words.dropFirst())).status) == .exited(0)
  }()

  /// - Parameter folder: Where the program was started.
  /// - Returns: `nil` when the log is not whole: it does not say how the program ended.
  init?(log: String, folder: String) {
    workingFolders = [folder]
    let program = log.prefix { $0 != " " }
    var isWhole = false
    var unfinished: [Substring: Substring] = [:]
    for line in log.split(separator: "\n") {
      let process = line.prefix { $0 != " " }
      // Short numbers of processes are padded.
      var call = line.dropFirst(process.count).drop { $0 == " " }
      if process == program, call.hasPrefix("+++ exited with ") { isWhole = true }
      // A call that another process interrupts is written in two lines.
      if call.hasSuffix("<unfinished ...>") {
        unfinished[process] = call.dropLast("<unfinished ...>".count)
        continue
      }
      if call.hasPrefix("<... "), let end = call.firstRange(of: "resumed>") {
        call = (unfinished.removeValue(forKey: process) ?? "") + call[end.upperBound...]
      }
      note(call)
    }
    if !isWhole { return nil }
  }

  private mutating func note(_ call: Substring) {
    // The result is behind the last bracket; a file's number has its path behind it.
    guard let bracket = call.firstIndex(of: "("),
      let end = call.ranges(of: ") ").last(where: {
        call[$0.upperBound...].drop { $0 == " " }.hasPrefix("= ")
      })
    else { return }
    let name = call[..<bracket]
    let arguments = call[call.index(after: bracket)..<end.lowerBound]
    let result = call[end.upperBound...].drop { $0 == " " || $0 == "=" }
    let failed = result.hasPrefix("-")
    if name == "getdents64" {
      if let folder = arguments.between("<", ">") { listed.insert(Self.unescaped(folder)) }
      return
    }
    let (paths, rest) = paths(in: arguments)
    switch name {
    case "chdir": if !failed { workingFolders.formUnion(paths) }
    case "fchdir":
      if let folder = arguments.between("<", ">") { workingFolders.insert(Self.unescaped(folder)) }
    case "execve", "execveat": if failed { probed.formUnion(paths) } else { read.formUnion(paths) }
    case "open", "openat", "openat2", "creat":
      // Writing without making a file needs one that is there.
      let needsFile = arguments.contains("O_WRONLY") && !arguments.contains("O_CREAT")
      if failed || needsFile { probed.formUnion(paths) }
      guard !failed, let open = result.firstIndex(of: "<"), let close = result.lastIndex(of: ">")
      else { return }
      let path = Self.unescaped(result[result.index(after: open)..<close])
      // Without these flags it may have been there before, with other contents.
      let isNew = ["O_TRUNC", "O_EXCL"].contains { arguments.contains($0) }
      if name == "creat" || isNew && arguments.contains("O_CREAT") { created.insert(path) }
      if name == "creat" || arguments.contains("O_WRONLY") || arguments.contains("O_DIRECTORY") {
        return
      }
      read.insert(path)
    case "mkdir", "mkdirat": if failed { probed.formUnion(paths) } else { created.formUnion(paths) }
    case "rename", "renameat", "renameat2":
      if !created.isDisjoint(with: paths) { created.formUnion(self.paths(in: rest).found) }
    case "connect": if arguments.contains("sun_path=\"") { probed.formUnion(paths) }
    default: probed.formUnion(paths)
    }
  }

  /// The absolute paths that the first text among a call's arguments can mean, and what follows it.
  private func paths(in arguments: Substring) -> (found: Set<String>, rest: Substring) {
    guard let start = arguments.firstIndex(of: "\"") else { return ([], "") }
    var end = arguments.index(after: start)
    while end < arguments.endIndex, arguments[end] != "\"" {
      if arguments[end] == "\\" { end = arguments.index(after: end) }
      if end < arguments.endIndex { end = arguments.index(after: end) }
    }
    let path = Self.unescaped(arguments[arguments.index(after: start)..<end])
    let rest = arguments[end...].dropFirst()
    // Without a path the call is about an open file.
    if path.isEmpty { return ([], rest) }
    if let folder = arguments[..<start].between("<", ">, ") {
      return ([Path.join(Self.unescaped(folder), path)], rest)
    }
    return (Set(workingFolders.map { Path.join($0, path) }), rest)
  }

  /// The text without the escapes with which `strace` writes bytes that are not plain.
  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let first = rest.first else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(3).prefix { (48...55).contains($0) }
      if digits.isEmpty {
        rest.removeFirst()
        let plain: [Character: UInt8] = ["n": 10, "t": 9, "r": 13, "v": 11, "f": 12]
        bytes.append(plain[Character(UnicodeScalar(first))] ?? first)
      } else {
        rest = rest.dropFirst(digits.count)
        bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 48) })
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
