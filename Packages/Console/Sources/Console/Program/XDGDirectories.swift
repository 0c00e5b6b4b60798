public import Basics
public import Core
import Glibc

/// Where Koober's programs keep their files.
///
/// `KOOBER_HOME` puts them all under one folder; without it the XDG base directories are used.
/// Source: XDG Base Directory Specification, version 0.8.
public struct XDGDirectories: Sendable {
  /// Settings that the user has chosen.
  public let config: String
  /// Data that cannot be made again.
  public let data: String
  /// Data that lasts from run to run and is easily made again.
  public let state: String
  /// Copies that save time and can be fetched again.
  public let cache: String

  /// Finds the folders; nothing is opened.
  public init(environment: [String: String]) throws(Problem) {
    if let root = environment["KOOBER_HOME"], !root.isEmpty {
      guard root.hasPrefix("/") else {
        throw Problem(
          .configuration, code: "relativeHome",
          message: "KOOBER_HOME is '\(root)', a relative path.",
          hint: "Set it to a path that begins with '/', which leads everywhere to one folder.")
      }
      (config, data) = ("\(root)/config", "\(root)/data")
      (state, cache) = ("\(root)/state", "\(root)/cache")
      return
    }
    config = try Self.folder("XDG_CONFIG_HOME", default: ".config", environment)
    data = try Self.folder("XDG_DATA_HOME", default: ".local/share", environment)
    state = try Self.folder("XDG_STATE_HOME", default: ".local/state", environment)
    cache = try Self.folder("XDG_CACHE_HOME", default: ".cache", environment)
  }

  /// The file of the cloud of this machine's user.
  public var cloud: String { "\(data)/cloud/cloud.sqlite" }
  /// The file of that cloud's flag definitions.
  public var cloudFlags: String { "\(data)/cloud/flags.json" }

  /// Finds out whether files can be made in a folder. One that is not there yet is made when it is
  /// needed, so the nearest one above it counts.
  public static func requireWritable(_ folder: String) throws(FileError) {
    guard access(folder, W_OK | X_OK) != 0 else { return }
    let errorNumber = errno
    guard errorNumber == ENOENT, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex
    else { throw FileError(errorNumber: errorNumber, path: folder) }
    try requireWritable(String(folder[..<slash]))
  }

  /// Returns how many bytes are free in a folder, which is writable or can be made.
  ///
  /// - Throws: `FileError` of the kind `full` when fewer than `least` are, or no further file.
  public static func requireRoom(in folder: String, for least: Int) throws(FileError) -> Int {
    try requireWritable(folder)
    var existing = folder
    while !Files.exists(existing), existing != "/" { existing = Files.folder(of: existing) }
    var numbers = statvfs()
    guard statvfs(existing, &numbers) == 0 else {
      throw FileError(errorNumber: errno, path: existing)
    }
    let free = Int(numbers.f_bavail) * Int(numbers.f_frsize)
    let hasFiles = numbers.f_files == 0 || numbers.f_favail > 0
    guard free >= least, hasFiles else {
      throw FileError(
        .full, path: folder,
        reason: hasFiles ? "only \(free >> 20) MiB are free" : "no further file fits there",
        remedy: "Free at least \(least >> 20) MiB there.")
    }
    return free
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
}
