/// Finds the words that a mistyped one may have meant.
public enum Suggestions {
  /// Returns the nearest words within a third of the typed length, at most three, nearest first.
  public static func nearest(to word: String, among candidates: [String]) -> [String] {
    let typed = Array(word.lowercased().prefix(64))
    let threshold = max(1, typed.count / 3)
    // The distance is at least the difference of the lengths.
    let ranked = candidates.filter { abs($0.count - typed.count) <= threshold }.map { candidate in
      (candidate, distance: distance(typed, Array(candidate.lowercased())))
    }
    guard let best = ranked.map(\.distance).min(), best <= threshold else {
      return continuations(of: word, among: candidates)
    }
    return Array(ranked.filter { $0.distance == best }.map(\.0).prefix(3))
  }

  /// Returns "Did you mean 'a' or 'b'?".
  public static func question(for words: [String]) -> String {
    "Did you mean \(words.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// A beginning of at least three letters means the word that it begins.
  private static func continuations(of word: String, among candidates: [String]) -> [String] {
    let letters = word.drop { $0 == "-" }
    guard letters.count >= 3 else { return [] }
    return Array(candidates.filter { $0.hasPrefix(word) }.prefix(3))
  }

  /// The number of insertions, deletions, replacements and swaps of neighbors between two words.
  ///
  /// Source: F. J. Damerau, "A technique for computer detection and correction of spelling
  /// errors", Communications of the ACM 7 (1964); the variant that edits no letter twice.
  public static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [i]
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        var best = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, beforePrevious[j - 2] + 1)
        }
        current.append(best)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
