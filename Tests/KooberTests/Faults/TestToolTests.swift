import Basics
import Testing

/// `Tools/test` on a machine that cannot run the tests.
struct TestToolTests {
  private static let tool =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    .joined(separator: "/") + "/Tools/test"

  @Test func `Too few descriptors are told`() throws {
    let outcome = try Subprocess.run("bash", ["-c", "ulimit -n 8; exec \"$0\"", Self.tool])

    #expect(outcome.status.code == 69, "\(outcome)")
    #expect(outcome.errorText.hasPrefix("Only 8 files may be open at once ('ulimit -n')"))
  }

  @Test(.enabled(if: PrivateMounts.canHideProc, PrivateMounts.areRefused))
  func `A missing /proc is told`() throws {
    let outcome = try Subprocess.run("bash", ["-c", "\(PrivateMounts.withoutProc) \(Self.tool)"])

    #expect(outcome.status.code == 69, "\(outcome)")
    #expect(outcome.errorText.contains("There is no /proc"))
  }
}
