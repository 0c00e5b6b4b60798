import Terminal
import Testing

@testable import TerminalTesting

struct GoldenFramesTests {
  private let folder = "/tmp/golden-frames-\(UInt64.random(in: 0...UInt64.max))"

  @Test(arguments: [
    ("/a/Tests/AuthTests/SignIn/ScreenTests.swift", "/a/Tests/Frames/ScreenTests"),
    ("/Tests/x/Tests/AuthTests/ScreenTests.swift", "/Tests/x/Tests/Frames/ScreenTests"),
    ("/a/b/ScreenTests.swift", "/a/b/Frames/ScreenTests"),
  ])
  func `The frames of a test lie outside its target`(file: String, folder: String) {
    #expect(GoldenFrames.folder(of: file) == folder)
  }

  @Test func `A recorded frame is compared with the next one`() throws {
    var frame = Frame(size: TerminalSize(columns: 10, rows: 2))
    frame.write("Ride", column: 0, row: 0)
    let recording = GoldenFrames(folder: folder, isRecording: true)
    let golden = GoldenFrames(folder: folder, isRecording: false)

    #expect(throws: mismatch("ride", nil, "Ride\n", isRecorded: true)) {
      try recording.check(frame, "ride")
    }
    try recording.check(frame, "ride")
    try golden.check(frame, "ride")
    frame.write("s", column: 4, row: 0)

    #expect(throws: mismatch("ride", "Ride\n", "Rides\n")) { try golden.check(frame, "ride") }
    #expect(throws: mismatch("new", nil, "x")) { try golden.check("x", "new") }
    #expect(try Script.run("rm -r \(folder)").status == 0)
  }

  @Test(arguments: [
    ("a\nb\nc", "a\nx\nc", "Line 2", "b", "x"), ("a", "a\nb", "Line 2", "nothing", "b"),
    ("a\nb", "a", "Line 2", "b", "nothing"),
  ])
  func `Of a document the first line that differs is told`(
    expected: String, actual: String, line: String, old: String, new: String
  ) {
    let error = GoldenFrameError(
      path: "start.svg", expected: expected, actual: actual, isRecorded: false)

    #expect(error.description.hasPrefix("\(line) of start.svg differs."))
    #expect(error.description.hasSuffix("\nExpected: \(old)\nActual: \(new)"))
  }

  private func mismatch(
    _ name: String, _ expected: String?, _ actual: String, isRecorded: Bool = false
  ) -> GoldenFrameError {
    GoldenFrameError(
      path: "\(folder)/\(name).txt", expected: expected, actual: actual, isRecorded: isRecorded)
  }
}
