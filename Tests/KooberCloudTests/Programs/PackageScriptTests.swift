import Basics
import CoreTesting
import Foundation
import Testing

/// What the Debian package does with servers, with a systemctl that only writes down its arguments.
struct PackageScriptTests {
  private static let scripts = URL(filePath: #filePath).appending(
    path: "../../../../Apps/koober-cloud/debian"
  ).standardized.path

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      #!/bin/sh
      echo "$*" >> "\(folder.path)/calls"
      case "$1" in
        list-units) echo 'koober-cloud@8081.service loaded active running Koober Cloud'
          echo 'koober-cloud@8082.service loaded active running Koober Cloud' ;;
        try-restart) test "$2" != "$BROKEN" ;;
      esac

      """, to: "bin/systemctl")
    try folder.write("#!/bin/sh\n", to: "bin/sleep")
    for name in ["systemctl", "sleep"] {
      try #require(chmod(folder.path(of: "bin/\(name)"), 0o755) == 0)
    }
  }

  /// Runs a script as dpkg does, and returns the calls of systemctl.
  private func run(
    _ script: String, _ action: String, hasSystemd: Bool = true, broken: String = ""
  ) throws -> [String] {
    if hasSystemd { try Files.makeFolder(folder.path(of: "run/systemd/system")) }
    let outcome = try Subprocess.run(
      "\(Self.scripts)/\(script)", [action, "1.0.0"],
      environment: [
        "PATH": "\(folder.path(of: "bin")):/usr/bin:/bin", "DPKG_ROOT": folder.path,
        "BROKEN": broken,
      ])
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorText.contains("journalctl -u \(broken)") == !broken.isEmpty)
    let calls = folder.path(of: "calls")
    return Files.exists(calls)
      ? try Files.text(of: calls).split(separator: "\n").map(String.init) : []
  }

  @Test(arguments: [("", 2), ("koober-cloud@8081.service", 1), ("koober-cloud@8082.service", 2)])
  func `An upgrade restarts the servers one after the other, up to one that does not start`(
    broken: String, count: Int
  ) throws {
    #expect(
      try run("postinst", "configure", broken: broken)
        == [
          "daemon-reload",
          "list-units --plain --no-legend --state=active koober-cloud@*.service",
        ]
        + ["try-restart koober-cloud@8081.service", "try-restart koober-cloud@8082.service"]
        .prefix(count))
  }

  @Test func `A removal stops the servers and makes systemd forget them`() throws {
    #expect(try run("prerm", "upgrade") == [])
    #expect(try run("prerm", "remove") == ["stop koober-cloud@*.service"])
    #expect(try run("postrm", "purge") == ["stop koober-cloud@*.service"])
    #expect(try run("postrm", "remove").last == "daemon-reload")
  }

  @Test(arguments: [("postinst", "configure"), ("prerm", "remove"), ("postrm", "remove")])
  func `Without systemd nothing is asked of it`(script: String, action: String) throws {
    #expect(try run(script, action, hasSystemd: false) == [])
  }
}
