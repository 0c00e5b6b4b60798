import Basics

/// The files that a program and all that it started looked at, read from a log of `strace`.
struct Trace {
  /// The absolute paths of files that were opened for reading, or run.
  private(set) var read: Set<String> = []
  /// The absolute paths whose existence was asked for, also by opening in vain.
  private(set) var probed: Set<String> = []
  /// The folders that were listed.
  private(set) var listed: Set<String> = []
  /// The files that it may have made itself.
  private(set) var created: Set<String> = []
  private let folder: String
  /// The last known working folder of each process.
  private var workingFolders: [Substring: String] = [:]

  /// What stands before the command to trace it; a question mark is for calls that not every
  /// processor's kernel has.
  static func command(log: String) -> [String] {
    [
      "strace", "-f", "--seccomp-bpf", "-y", "-qq", "-s", "4096", "-e", "signal=none", "-o", log,
      "-e",
      "trace=?open,?creat,openat,openat2,?stat,?lstat,newfstatat,statx,?access,faccessat,faccessat2,"
        + "?readlink,readlinkat,getdents64,execve",
    ]
  }

  /// Whether processes can be traced here.
  static let isPossible = {
    let words = command(log: "/dev/null") + ["true"]
    return (try? Tool.run(words[0], Array(words.dropFirst())).status) == .exited(0)
  }()

  /// - Parameter folder: Where the program was started.
  init(log: String, folder: String) {
    self.folder = folder
    var unfinished: [Substring: Substring] = [:]
    for line in log.split(separator: "\n") {
      let process = line.prefix { $0 != " " }
      var call = line.dropFirst(process.count).drop { $0 == " " }
      // A call that another process interrupts is written in two lines.
      if call.hasSuffix("<unfinished ...>") {
        unfinished[process] = call.dropLast("<unfinished ...>".count)
        continue
      }
      if call.hasPrefix("<... "), let end = call.firstRange(of: "resumed>") {
        call = (unfinished.removeValue(forKey: process) ?? "") + call[end.upperBound...]
      }
      note(call, of: process)
    }
  }

  private mutating func note(_ call: Substring, of process: Substring) {
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
    let path = path(in: arguments, of: process)
    switch name {
    case "execve":
      // In vain it was only looked for in the folders of PATH.
      if !failed, let path { read.insert(path) }
    case "open", "openat", "openat2", "creat":
      guard !failed else {
        if !arguments.contains("O_CREAT"), let path { probed.insert(path) }
        return
      }
      guard let open = result.firstIndex(of: "<"), let close = result.lastIndex(of: ">") else {
        return
      }
      let path = Self.unescaped(result[result.index(after: open)..<close])
      if name == "creat" || arguments.contains("O_CREAT") { created.insert(path) }
      if name == "creat" || arguments.contains("O_WRONLY") || arguments.contains("O_DIRECTORY") {
        return
      }
      read.insert(path)
    default:
      if let path { probed.insert(path) }
    }
  }

  /// The path among the arguments of a call, made absolute.
  private mutating func path(in arguments: Substring, of process: Substring) -> String? {
    guard let start = arguments.firstIndex(of: "\"") else { return nil }
    var end = arguments.index(after: start)
    while end < arguments.endIndex, arguments[end] != "\"" {
      if arguments[end] == "\\" { end = arguments.index(after: end) }
      if end < arguments.endIndex { end = arguments.index(after: end) }
    }
    let path = Self.unescaped(arguments[arguments.index(after: start)..<end])
    // Without a path the call is about an open file.
    if path.isEmpty { return nil }
    if let folder = arguments[..<start].between("<", ">, ") {
      let folder = Self.unescaped(folder)
      if arguments.hasPrefix("AT_FDCWD") { workingFolders[process] = folder }
      return Path.join(folder, path)
    }
    return Path.join(workingFolders[process] ?? self.folder, path)
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
