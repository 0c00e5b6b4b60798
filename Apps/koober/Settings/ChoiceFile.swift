import Basics
import Core
import FoundationEssentials
import Glibc

/// What the rider has chosen with a command, as one JSON object of texts.
struct ChoiceFile: Sendable {
  private let file: PrivateFile
  /// What to do with a file that makes no sense.
  private let remedy: String
  var path: String { file.path }

  init(path: String, remedy: String) {
    file = PrivateFile(path: path, followsLinks: true)
    self.remedy = remedy
  }

  /// Returns what is chosen; nothing when there is no file.
  func read() throws(FileError) -> [String: String] {
    try choices(in: try content())
  }

  /// Returns what the file contains; `nil` when there is none.
  func content() throws(FileError) -> [UInt8]? { try file.read() }

  /// Returns what a content of the file chooses.
  func choices(in content: [UInt8]?) throws(FileError) -> [String: String] {
    guard let content else { return [:] }
    do {
      return try JSONCoding.decode([String: String].self, from: Data(content))
    } catch {
      let reason = (error as? JSON.ParseError).map { "\($0)" } ?? "it has no object of texts"
      throw FileError(.corrupt, path: path, reason: reason, remedy: remedy)
    }
  }

  /// Chooses a value, or none, for a key; choices that are made at the same time are kept.
  func set(_ key: String, to value: String?) throws(FileError) {
    try file.update { content throws(FileError) in
      var choices = try choices(in: content)
      choices[key] = value
      do {
        return try Array(JSONCoding.encode(choices, pretty: true))
      } catch {
        throw FileError(.other, path: file.path, reason: "the choices cannot be encoded")
      }
    }
  }

  /// Moves a file aside that makes no sense, or that other users can change.
  ///
  /// - Parameter error: What was wrong with the file; thrown again when it is something else.
  /// - Returns: Where the file is now.
  func moveAside(because error: FileError) throws(FileError) -> String {
    guard [.corrupt, .unsafe].contains(error.kind), error.path == path else { throw error }
    let damaged = "\(path).damaged"
    guard rename(path, damaged) == 0 else { throw FileError(errorNumber: errno, path: path) }
    return damaged
  }
}
