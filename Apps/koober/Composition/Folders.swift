import Core
import FoundationEssentials

/// Where `koober` keeps its files.
///
/// `KOOBER_HOME` puts them all under one folder; without it the XDG base directories are used.
/// Source: XDG Base Directory Specification, version 0.8.
struct Folders: Sendable {
  /// What the rider has chosen.
  let config: String
  /// What must not be lost.
  let data: String
  /// What lasts from run to run, but is easily made again.
  let state: String

  /// Finds the folders; nothing is opened.
  init(environment: [String: String]) throws(Problem) {
    if let home = environment["KOOBER_HOME"], !home.isEmpty {
      let root = home.hasPrefix("/") ? home : "\(FileManager.default.currentDirectoryPath)/\(home)"
      (config, data, state) = ("\(root)/config", "\(root)/data", "\(root)/state")
      return
    }
    config = try Self.folder("XDG_CONFIG_HOME", default: ".config", environment)
    data = try Self.folder("XDG_DATA_HOME", default: ".local/share", environment)
    state = try Self.folder("XDG_STATE_HOME", default: ".local/state", environment)
  }

  /// A relative value is ignored, as the specification demands.
  private static func folder(
    _ variable: String, default path: String, _ environment: [String: String]
  ) throws(Problem) -> String {
    if let value = environment[variable], value.hasPrefix("/") { return "\(value)/koober" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw Problem(
        .configuration, code: "noHome", message: "Neither KOOBER_HOME nor HOME names a folder.",
        hint: "Set KOOBER_HOME to the folder in which koober may keep its files.")
    }
    return "\(home)/\(path)/koober"
  }

  /// The file of the stored session.
  var userSession: String { "\(state)/session/session.plist" }
  /// The file of the rider's chosen location.
  var riderLocation: String { "\(config)/location.json" }
  /// The file of the variants that the rider has chosen.
  var riderFlags: String { "\(config)/flags.json" }
  /// The file of this installation's identifier.
  var installation: String { "\(state)/installation" }
  /// The file of the events that the cloud does not have yet.
  var experimentEvents: String { "\(state)/experiment-events.jsonl" }
  /// The file of the embedded cloud's flag definitions.
  var cloudFlags: String { "\(data)/cloud/flags.json" }
  /// The file of the embedded cloud.
  var cloud: String { "\(data)/cloud/cloud.sqlite" }
}
