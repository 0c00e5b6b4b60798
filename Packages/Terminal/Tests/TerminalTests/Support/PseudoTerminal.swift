import Basics
import BasicsTesting
import Glibc
import Testing

/// A terminal that a test holds the other end of.
final class PseudoTerminal {
  struct NotSeen: Error, CustomStringConvertible {
    let expected: String
    let transcript: String

    var description: String { "'\(expected)' was not written, only: \(transcript)" }
  }

  struct NotOpened: Error {
    let errorNumber: Int32
  }

  let path: String
  private let master: Int32
  private let slave: Int32
  private(set) var transcript = ""
  private var searchStart = 0

  /// Opens a terminal of a size; it echoes what is typed, like every new terminal.
  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var ends: (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // `ttyname` would share its buffer with the tests that run at the same time.
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard openpty(&ends.0, &ends.1, &name, nil, &size) == 0 else {
      throw NotOpened(errorNumber: errno)
    }
    (master, slave) = ends
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(master)
    close(slave)
  }

  /// Starts a program whose three streams and controlling terminal this is.
  func start(_ words: [String], environment: [String: String] = [:]) throws -> Subprocess {
    let variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "PS1": "$ ", "HISTFILE": "",
    ]
    HangGuard.start()
    return try Subprocess(
      words[0], Array(words.dropFirst()),
      environment: variables.merging(environment) { _, new in new },
      input: .file(path), output: .file(path), error: .file(path), startsSession: true)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      sent += count
    }
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until a text has been written after the one that was expected before.
  func expect(_ text: String) throws {
    while true {
      let unseen = transcript.utf8.dropFirst(searchStart)
      if let range = Substring(unseen).firstRange(of: text) {
        searchStart += Substring(unseen)[..<range.upperBound].utf8.count
        return
      }
      // It is for a machine that is busy; nothing waits that long when all is well.
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 30_000) > 0, readSome() else {
        throw NotSeen(expected: text, transcript: transcript)
      }
    }
  }

  /// Waits for more and reads it; `false` when nothing is written for two seconds.
  func readMore() -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 2000) > 0 && readSome()
  }

  private func readSome() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    transcript += String(decoding: buffer.prefix(count), as: UTF8.self)
    return true
  }

  /// Whether the terminal shows what is typed and edits lines, as it does unchanged.
  var isRestored: Bool {
    var attributes = termios()
    tcgetattr(slave, &attributes)
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return attributes.c_lflag & wanted == wanted && attributes.c_iflag & tcflag_t(ICRNL) != 0
  }

  var isEchoing: Bool {
    var attributes = termios()
    tcgetattr(slave, &attributes)
    return attributes.c_lflag & tcflag_t(ECHO) != 0
  }
}
