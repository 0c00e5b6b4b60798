import Basics
import BenchmarkKit
import BenchmarkRows
import Foundation

/// Runs the benchmarks of this commit and of another one by turns.
struct Turns {
  /// The rows of ``guard``: what each layer costs, and the server under load.
  private static let guarded = [
    "onboarding scope with its screen's five objects", "three nested scopes with 14 objects",
    "evaluate a flag with targeting and a split", "encode a ride", "decode a ride",
    "koober --version", "koober profile", "draw a frame of the map, the car has moved",
    "GET ride, SQLite, 64 connections", "POST ride, cancel, SQLite, 64 connections",
    "PUT position, SQLite, 64 connections", "search places, SQLite, 64 connections",
  ]
  /// How many times as long as before a guarded row may take.
  private static let limit = 1.15

  /// What is measured together, as it has one world.
  private struct Group {
    let filter: String
    let isQuick: Bool
    let turns: Int
  }

  let isGuard: Bool
  let isQuick: Bool
  let filter: String
  /// The program of the other commit, and the folder with its sources.
  let other: (program: String, folder: String)

  /// Measures all rows; returns the result, and whether something was slower than it may be or could
  /// not be measured.
  func run() throws -> (comparison: Comparison, hasFailed: Bool) {
    let folder = other.folder
    var comparison = Comparison { ContractChange.text(of: $0, sinceCommitIn: folder) }
    var hasFailed = false
    for group in groups {
      for turn in 0..<group.turns {
        report("\(group.filter), turn \(turn + 1) of \(group.turns) …")
        var rows = (before: [JSON](), now: [JSON]())
        // A machine that slows down meets each of them first in turn.
        for isOther in turn.isMultiple(of: 2) ? [true, false] : [false, true] {
          let program = isOther ? other.program : CommandLine.arguments[0]
          let (found, failed) = try measure(program, group)
          if isOther { rows.before = found } else { rows.now = found }
          hasFailed = hasFailed || failed
        }
        comparison.add(before: rows.before, now: rows.now, where: isAsked)
      }
    }
    if comparison.count == 0 {
      report("Both programs have no row in common.")
      hasFailed = true
    }
    for name in isGuard ? Self.guarded.filter({ !comparison.hasPairs(of: $0) }) : [] {
      report("'\(name)' was not measured in both programs.")
      hasFailed = true
    }
    for name in isGuard ? comparison.slower(than: Self.limit) : [] {
      report("'\(name)' takes more than \(Self.limit) times as long as before.")
      hasFailed = true
    }
    return (comparison, hasFailed)
  }

  private var groups: [Group] {
    guard !isGuard else {
      let alone = Self.guarded.filter { !$0.hasSuffix("connections") }
      return (alone + ["SQLite, 64 connections"])
        .map { Group(filter: $0, isQuick: isQuick, turns: 2) }
    }
    let loads = LoadBenchmarks(isQuick: isQuick, filter: filter)
    let worlds = loads.worlds.map { world in
      let rows = loads.names.filter { $0.hasSuffix(world) }
      return rows.count == 1 ? rows[0] : world
    }
    return (Rows.all.map(\.name).filter(isAsked) + worlds).map {
      Group(filter: $0, isQuick: isQuick, turns: 3)
    }
  }

  private func isAsked(_ name: String) -> Bool {
    isGuard ? Self.guarded.contains(name) : filter.isEmpty || name.contains(filter)
  }

  /// Returns the rows of a program, none of one that has no such rows, and whether it failed.
  private func measure(_ program: String, _ group: Group) throws -> ([JSON], Bool) {
    let arguments = ["--json", "--only", group.filter] + (group.isQuick ? ["--quick"] : [])
    let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("OTHER_") }
    let outcome = try Subprocess.run(program, arguments, environment: variables)
    if outcome.status == .exited(64), outcome.errorText.contains("No work's name") {
      return ([], false)
    }
    let hasFailed = outcome.status != .exited(0)
    if hasFailed { report("\(program): \(outcome.errorText)") }
    return (try JSON(parsing: outcome.output).elements ?? [], hasFailed)
  }
}
