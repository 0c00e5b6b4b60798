import FoundationEssentials
public import Terminal

/// Pictures of screens that tests compare with, one text file per frame.
///
/// The frames of `…/Tests/AuthTests/SignIn/SignInScreenTests.swift` lie in the folder
/// `…/Tests/Frames/SignInScreenTests`, outside every target, so that no manifest names them.
/// Running the tests with the environment variable `RECORD_FRAMES=1` writes those that are missing
/// or different; the run fails all the same, so that it does not pass for a passed one. They are
/// reviewed before they are committed.
public struct GoldenFrames: Sendable {
  private let folder: String
  private let isRecording: Bool

  /// Finds the folder of a test's frames from the path of the test.
  public init(of file: String = #filePath) {
    self.init(
      folder: Self.folder(of: file),
      isRecording: ProcessInfo.processInfo.environment["RECORD_FRAMES"] == "1")
  }

  static func folder(of file: String) -> String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last?.prefix { $0 != "." } ?? ""
    let tests = parts.lastIndex(of: "Tests").map { parts[...$0] } ?? parts.dropLast()
    return (tests + ["Frames", name]).joined(separator: "/")
  }

  init(folder: String, isRecording: Bool) {
    self.folder = folder
    self.isRecording = isRecording
  }

  /// Compares a frame with the file `name.txt`.
  ///
  /// - Throws: ``GoldenFrameError`` when they differ, or when there is no file.
  public func check(_ frame: Frame, _ name: String) throws {
    try check(frame.text, name)
  }

  /// Compares the lines that were printed instead of a frame, or another document.
  public func check(_ text: String, _ name: String, kind: String = "txt") throws {
    let path = "\(folder)/\(name).\(kind)"
    let exists = FileManager.default.fileExists(atPath: path)
    let expected = exists ? try String(contentsOfFile: path, encoding: .utf8) : nil
    guard expected != text else { return }
    if isRecording { try record(text, path) }
    throw GoldenFrameError(
      path: path, expected: expected, actual: text, isRecorded: isRecording)
  }

  /// Whether there is a text to compare with.
  public func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(name).txt")
  }

  private func record(_ text: String, _ path: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// A frame that looks different from its picture.
public struct GoldenFrameError: Error, Equatable, CustomStringConvertible {
  public let path: String

  /// The content of the file; `nil` without one.
  public let expected: String?
  public let actual: String

  /// Whether the file has been written, so that the next run passes.
  public let isRecorded: Bool

  public var description: String {
    if isRecorded { return "Recorded \(path): look at it, and run the tests again." }
    guard let expected else {
      return "There is no \(path). Record it with RECORD_FRAMES=1; it would be:\n\(actual)"
    }
    if !path.hasSuffix(".txt") { return firstDifference(expected) }
    return """
      The frame differs from \(path). If it is better now, record it with RECORD_FRAMES=1.
      Expected:
      \(expected)
      Actual:
      \(actual)
      """
  }

  /// A document is longer than a frame: one line says where to look.
  private func firstDifference(_ expected: String) -> String {
    let (old, new) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
    let index = zip(old, new).prefix { $0 == $1 }.count
    return """
      Line \(index + 1) of \(path) differs. If it is better now, record it with RECORD_FRAMES=1.
      Expected: \(index < old.count ? old[index] : "nothing")
      Actual: \(index < new.count ? new[index] : "nothing")
      """
  }
}
