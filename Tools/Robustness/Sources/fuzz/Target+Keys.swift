import Foundation
import Glibc
import RobustnessKit

extension Target {
  /// The keys that are typed at the application with screens.
  static let keys = Target(name: "keys", summary: "keys typed at the screens") { input, place in
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var isLocked: Int32 = 0
    guard master >= 0, ioctl(master, unlock, &isLocked) == 0,
      ioctl(master, getNumber, &number) == 0
    else { return nil }
    defer { close(master) }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    var variables = Bench.variables(place.home)
    variables["TERM"] = "xterm-256color"
    variables["LANG"] = "C.UTF-8"
    // setsid makes the terminal the one that controls the program, as in a window.
    let process = try ProgramRun(
      "/usr/bin/setsid",
      [
        "--wait", "/bin/sh", "-c", "exec \"$0\" <\"$1\" >\"$1\" 2>\"$1\"",
        "\(place.programs)/koober", "/dev/pts/\(number)",
      ], environment: variables, folder: place.folder.path)
    drain(master, milliseconds: 150)
    var rest = input.prefix(4096)[...]
    while !rest.isEmpty, !process.hasEnded {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 512)) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
      drain(master, milliseconds: 5)
    }
    // The end of a paste, and then what leaves every screen.
    for _ in 0..<100 where !process.hasEnded {
      let leave = Array("\u{1B}[201~\u{3}".utf8)
      _ = write(master, leave, leave.count)
      drain(master, milliseconds: 30)
    }
    let outcome = process.outcome(within: 5)
    // A shell reports a signal as 128 and its number.
    if let status = outcome.status, [132, 133, 134, 136, 139].contains(status) {
      return "signal \(status - 128): in the screens"
    }
    return outcome.isHung ? "hangs: Ctrl-C does not leave the screens" : nil
  }

  // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which Swift does not import.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Reads what the program draws, so that it never waits for the terminal.
  private static func drain(_ master: Int32, milliseconds: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&watched, 1, milliseconds) > 0, read(master, &buffer, buffer.count) > 0 {}
  }
}
