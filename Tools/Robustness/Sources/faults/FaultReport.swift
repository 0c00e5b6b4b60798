import Foundation
import Glibc

/// The shim's report of a program, `struct report` in `Shim/faults.c`.
struct FaultReport: Sendable {
  /// The size of the file: counters, two paths, and 32 entries with a device, an inode and a path.
  static let size = 256 + 240 + 240 + 32 * 256

  let counters: [FaultPoint.Kind: Int]
  /// The path of the call that failed, or its name.
  let failed: String
  /// The files that a loss of power would have taken although the program ended with 0.
  let volatile: [String]

  /// - Parameter home: The folder to which paths are relative.
  init(_ file: String, home: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: file))
    func number(at index: Int) -> Int {
      bytes[index..<index + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func path(at index: Int) -> String {
      String(decoding: bytes[index..<index + 240].prefix { $0 != 0 }, as: UTF8.self)
        .replacing(home, with: ".")
    }
    let counts = FaultPoint.Kind.allCases.enumerated().map { ($1, number(at: $0 * 8)) }
    counters = Dictionary(uniqueKeysWithValues: counts)
    failed = path(at: 256)
    let entries = (0..<32).map { 736 + $0 * 256 }.filter { number(at: $0 + 8) != 0 }
    let renamed = path(at: 496)
    volatile = entries.map { path(at: $0 + 16) } + (renamed.isEmpty ? [] : ["renamed \(renamed)"])
  }

  /// The problems of a program that ended with 0: a call failed, or it synchronized too little.
  func hiddenFaults(at point: FaultPoint, _ harmless: [HarmlessFault]) -> [String] {
    guard point.isFaulty else {
      return volatile.filter { !harmless.cover(.sync, $0) }
        .map { "'\($0)' would be lost with the power, because it is not synchronized" }
    }
    let isHidden =
      point.kind != .kill && counters[point.kind, default: 0] >= point.number
      && !harmless.cover(point.kind, failed)
    return isHidden ? ["status 0 hides that '\(point.kind)' of '\(failed)' failed"] : []
  }
}

/// Calls that may fail, or be left out, although the command succeeds. All others are findings.
struct HarmlessFault: Sendable, Decodable {
  let kinds: Set<FaultPoint.Kind>
  /// A pattern of the shell for the path below the home.
  let path: String
  /// Why a command may succeed nevertheless.
  let why: String
}

extension [HarmlessFault] {
  func cover(_ kind: FaultPoint.Kind, _ path: String) -> Bool {
    contains { $0.kinds.contains(kind) && fnmatch($0.path, path, 0) == 0 }
  }
}
