import Basics
import Glibc
import RobustnessKit

extension Target {
  /// The keys that are typed at the application with screens.
  static let keys = Target(name: "keys", summary: "keys typed at the screens") { input, sandbox in
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard openpty(&master, &slave, &name, nil, &size) == 0 else { return nil }
    defer { close(master) }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    var variables = Sandbox.variables(sandbox.home)
    variables["TERM"] = "xterm-256color"
    variables["LANG"] = "C.UTF-8"
    let process = try Subprocess(
      "\(sandbox.programs)/koober", environment: variables, input: .file(path),
      output: .file(path), error: .file(path), startsSession: true)
    // Its last end closes with the program, whose output is then over.
    close(slave)
    type(input.prefix(4096), at: master, of: process)
    let outcome = Outcome(of: process, within: .seconds(5))
    if outcome.isHung { return "hangs: Ctrl-C does not leave the screens" }
    // Keys may send other signals before the program handles them itself.
    let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSEGV]
    guard let signal = outcome.signal, crashes.contains(signal) else { return nil }
    return "signal \(signal): in the screens"
  }

  /// Types the keys, and then what leaves every screen.
  private static func type(_ keys: ArraySlice<UInt8>, at master: Int32, of process: Subprocess) {
    drain(master, milliseconds: 150)
    var rest = keys
    while !rest.isEmpty, !process.hasEnded {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 512)) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
      drain(master, milliseconds: 5)
    }
    // The end of a paste comes first.
    let leave = Array("\u{1B}[201~\u{3}".utf8)
    for _ in 0..<100 where !process.hasEnded {
      _ = write(master, leave, leave.count)
      drain(master, milliseconds: 30)
    }
  }

  /// Reads what the program draws, so that it never waits for the terminal.
  private static func drain(_ master: Int32, milliseconds: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, milliseconds) > 0, read(master, &buffer, buffer.count) > 0 {}
  }
}
