package import Basics
import Foundation

/// What the benchmarks of two commits measured by turns.
///
/// Times of different runs cannot be compared, as machines differ by a factor of three and drift; the
/// ratio of two times that were measured one after the other can.
package struct Comparison: Sendable {
  /// A row's times in both programs, turn by turn; each in nanoseconds.
  private struct Work {
    var pairs: [(before: Double, now: Double)] = []
    var errors = (before: 0, now: 0)
    /// The program that has no such row.
    var missing: String?
  }

  private var works: [(name: String, work: Work)] = []
  /// Returns how what a row does has changed since the other commit; empty if it has not.
  private let change: @Sendable (_ row: String) -> String

  package init(change: @escaping @Sendable (_ row: String) -> String) { self.change = change }

  /// Adds a turn: the JSON rows of both programs, of which only those with a name that `isAsked` are
  /// taken.
  package mutating func add(before: [JSON], now: [JSON], where isAsked: (String) -> Bool) {
    let (before, now) = (before.flatMap(Self.times), now.flatMap(Self.times))
    for time in now where isAsked(time.row) {
      add(time.name) { work in
        guard let other = before.first(where: { $0.name == time.name }) else {
          work.missing = "before"
          return
        }
        work.pairs.append((other.nanoseconds, time.nanoseconds))
        work.errors = (work.errors.before + other.errors, work.errors.now + time.errors)
      }
    }
    for time in before where isAsked(time.row) && !now.contains(where: { $0.name == time.name }) {
      add(time.name) { $0.missing = "now" }
    }
  }

  private mutating func add(_ name: String, _ change: (inout Work) -> Void) {
    if !works.contains(where: { $0.name == name }) { works.append((name, Work())) }
    for index in works.indices where works[index].name == name { change(&works[index].work) }
  }

  /// The times that a row has: of a load what a request takes, its processor time and the slowest
  /// hundredth.
  private static func times(
    of row: JSON
  ) -> [(row: String, name: String, nanoseconds: Double, errors: Int)] {
    guard let row = row.object, let name = row["work"]?.text else { return [] }
    guard let perSecond = row["perSecond"]?.double else {
      return row["median"]?.double.map { [(name, name, $0, 0)] } ?? []
    }
    let errors = Int(row["errors"]?.double ?? 0)
    let times = [
      (name, name, 1e9 / perSecond, errors),
      (name, "\(name): CPU each", (row["processorSeconds"]?.double ?? .nan) * 1e9, 0),
      (name, "\(name): 99 %", (row["percentile99"]?.double ?? .nan) * 1e9, 0),
    ]
    return times.filter { $0.2.isFinite && $0.2 > 0 }
  }

  /// The lines of the result, each with the median of its ratios, and the least and the greatest.
  private var lines: [(name: String, before: Double, now: Double, ratios: [Double], note: String)] {
    works.map { name, work in
      let ratios = work.pairs.map { $0.now / $0.before }.sorted()
      var notes = [work.missing.map { "no such row \($0)" } ?? "", change(name)]
      if work.errors != (0, 0) { notes.append("errors \(work.errors.before) → \(work.errors.now)") }
      return (
        name, median(work.pairs.map(\.before)), median(work.pairs.map(\.now)), ratios,
        notes.filter { !$0.isEmpty }.joined(separator: "; ")
      )
    }
  }

  /// The names of the rows that take more than so many times as long as before in each turn: other work
  /// on the machine disturbs one of them.
  package func slower(than limit: Double) -> [String] {
    lines.filter { ($0.ratios.first ?? 0) > limit }.map(\.name)
  }

  /// Whether both programs have measured a row.
  package func hasPairs(of name: String) -> Bool {
    works.contains { $0.name == name && !$0.work.pairs.isEmpty }
  }

  /// How many rows both programs have measured.
  package var count: Int { works.count { !$0.work.pairs.isEmpty } }

  /// The table, without a line break at the end.
  package var text: String {
    let head = ["work", "before", "now", "ratio", "least", "greatest", "note"]
    return ResultTable.text(
      [head]
        + lines.map { line in
          guard let least = line.ratios.first, let greatest = line.ratios.last else {
            return [line.name, "-", "-", "-", "-", "-", line.note]
          }
          return [
            line.name, ResultTable.time(line.before), ResultTable.time(line.now),
            ResultTable.ratio(median(line.ratios)), ResultTable.ratio(least),
            ResultTable.ratio(greatest), line.note,
          ]
        })
  }

  /// The lines as JSON objects; times in nanoseconds.
  package var json: JSON {
    .array(
      lines.map { line in
        func number(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
        return [
          "work": .string(line.name), "before": .number(line.before), "now": .number(line.now),
          "ratio": .number(median(line.ratios)), "leastRatio": number(line.ratios.first),
          "greatestRatio": number(line.ratios.last), "note": .string(line.note),
        ]
      })
  }
}
