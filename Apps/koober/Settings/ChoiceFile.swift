import Basics
import Core
import FoundationEssentials
import Glibc

/// The choices that the rider has made with a command, as one JSON object of texts.
struct ChoiceFile: Sendable {
  private let file: PrivateFile
  /// The advice for a file that cannot be understood.
  private let remedy: String
  var path: String { file.path }

  init(path: String, remedy: String) {
    file = PrivateFile(path: path, followsLinks: true)
    self.remedy = remedy
  }

  /// Returns what is chosen; nothing when there is no file.
  ///
  /// - Parameter problem: Makes the problem of a content that makes no sense.
  func read(_ problem: (FileError) -> Problem) throws(Problem) -> [String: String] {
    let content: [UInt8]?
    do throws(FileError) {
      content = try file.read()
    } catch {
      throw error.problem
    }
    do throws(FileError) {
      return try choices(in: content)
    } catch {
      throw problem(error)
    }
  }

  /// Returns a problem for each choice that does not exist, such as a misspelt one.
  func unknown(in choices: [String: String], known: [String], code: String) -> [Problem] {
    choices.keys.filter { !known.contains($0) }.sorted().map { key in
      let meant = Suggestions.nearest(to: key, among: known)
      return Problem(
        .configuration, code: code, message: "\(path): there is no setting '\(key)'.",
        hint: meant.isEmpty
          ? "Known are \(known.joined(separator: ", "))." : Suggestions.question(for: meant))
    }
  }

  private func choices(in content: [UInt8]?) throws(FileError) -> [String: String] {
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

  /// Chooses a value, or none, for a key; a file that makes no sense, or that other users can change,
  /// is moved aside.
  ///
  /// - Returns: Where the file was moved to.
  func replace(_ key: String, with value: String?) throws(FileError) -> String? {
    do throws(FileError) {
      try set(key, to: value)
      return nil
    } catch {
      guard [.corrupt, .unsafe].contains(error.kind), error.path == path else { throw error }
      let damaged = "\(path).damaged"
      guard rename(path, damaged) == 0 else { throw FileError(errorNumber: errno, path: path) }
      if let value { try set(key, to: value) }
      return damaged
    }
  }
}
