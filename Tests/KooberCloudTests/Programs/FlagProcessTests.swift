import Basics
import CloudTesting
import Core
import CoreTesting
import Foundation
import Testing

@testable import koober_cloud

/// Publishing flags from the command line, to servers that run.
struct FlagProcessTests {
  private let program: CloudProgram
  private let file: String

  init() throws {
    program = try CloudProgram()
    file = "\(program.home.path)/new-flags.json"
  }

  private func write(_ variant: String) throws {
    let flag =
      #"{"state": "ENABLED", "variants": {"on": 1, "off": 2}, "defaultVariant": "\#(variant)"}"#
    try Data(#"{"flags": {"surge": \#(flag)}}"#.utf8).write(to: URL(filePath: file))
  }

  @Test func `Versions are published, listed, compared, shown and taken back`() async throws {
    var program = program
    program.environment["USER"] = "ada"
    try write("on")
    let first = try await program.run("flags", "publish", file, "--message", "Begin")
    try write("off")
    let second = try await program.run(
      "flags", "publish", file, "-m", "Stop", "--author", "bob", "--based-on", "1")
    let late = try await program.run("flags", "publish", file, "-m", "x", "--based-on", "1")
    let difference = try await program.run("flags", "diff")
    let back = try await program.run("flags", "rollback", "1", "-m", "Go on", "--json")
    let history = try await program.run("flags", "history")
    let shown = try await program.run("flags", "show")

    #expect(first.output == "Version 1 is published.\n")
    #expect(second.output == "Version 2 is published.\n")
    #expect(late.status == 1)
    #expect(late.error.contains("Version 2 of the flags was published meanwhile."))
    #expect(
      difference.output == """
        - $.flags.surge.defaultVariant: "on"
        + $.flags.surge.defaultVariant: "off"

        """)
    #expect(back.output.contains("\"number\": 3"))
    let rows = history.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.suffix(3).map { $0[0] } == ["3", "2", "1"])
    #expect(rows.suffix(3).map { $0[2] } == ["ada", "bob", "ada"])
    #expect(rows.suffix(3).map { $0[3] } == ["Go on", "Stop", "Begin"])
    #expect(shown.output.contains("\"defaultVariant\": \"on\""))
    #expect(shown.error.contains("Version 3"))
  }

  @Test func `A server serves what was published, and a file that it was given instead`()
    async throws
  {
    try write("on")
    _ = try await program.run("flags", "publish", file, "-m", "Begin")
    let server = try await program.serve()
    let published = try await server.client().call(CloudAPI.flags)
    _ = await server.end()
    try write("off")

    let other = try await program.serve("--flags", file)
    let given = try await other.client().call(CloudAPI.flags)
    _ = await other.end()

    #expect(published["flags"]?.object?["surge"]?.object?["defaultVariant"] == "on")
    #expect(given["flags"]?.object?["surge"]?.object?["defaultVariant"] == "off")
  }

  @Test func `An editor changes the newest version`() async throws {
    var program = program
    let folder = try TemporaryFolder()
    program.environment["TMPDIR"] = folder.path
    func copies() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).map(folder.path(of:))
    }
    try write("on")
    _ = try await program.run("flags", "publish", file, "-m", "Begin")
    program.environment["EDITOR"] =
      "sed -i 's/\"defaultVariant\": \"on\"/\"defaultVariant\": \"off\"/'"

    let edited = try await program.run("flags", "edit", "-m", "Stop")
    let again = try await program.run("flags", "edit", "-m", "Nothing to do")
    #expect(try copies() == [])
    program.environment["EDITOR"] = "false"
    let failed = try await program.run("flags", "edit", "-m", "x")
    let kept = try #require(try copies().first)
    program.environment["EDITOR"] = "sed -i 's/{/[/'"
    let refused = try await program.run("flags", "edit", "-m", "x")
    let other = try #require(try copies().first { $0 != kept })

    #expect(edited.output == "Version 2 is published.\n")
    #expect(again.output == "Nothing has changed since version 2.\n")
    #expect(failed.status == 1)
    #expect(failed.error.contains("The copy is \(kept)."))
    #expect(refused.status != 0)
    #expect(refused.error.contains("Your changes are in \(other)."))
    program.environment["EDITOR"] = "cat > /dev/null; false"
    #expect(try await program.run("flags", "edit", "-m", "x").status == 1)
    program.environment["EDITOR"] = nil
    let asking = try await program.run("flags", "edit", "-m", "x")
    #expect(asking.status == 64)
    #expect(asking.error.contains("There is no terminal for an editor."))
  }
}
