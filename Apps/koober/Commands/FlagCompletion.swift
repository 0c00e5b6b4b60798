import FeatureFlags
import Terminal

extension Completion {
  /// The keys of the flags that this program reads.
  static let flagKeys = Completion.dynamic { _ in
    builtInFlags.map { CompletionCandidate($0.key, $0.variants.joined(separator: ", ")) }
  }

  /// The variants of the flag whose key stands before.
  static let variants = Completion.dynamic { request in
    let key = request.words.dropLast().last
    return builtInFlags.first { $0.key == key }?.variants.map { CompletionCandidate($0) } ?? []
  }

  /// What `--flag` takes: `KEY=VARIANT`.
  static let flagChoices = Completion.dynamic { _ in
    builtInFlags.flatMap { flag in
      flag.variants.map { CompletionCandidate("\(flag.key)=\($0)") }
    }
  }

  private static var builtInFlags: [(key: String, variants: [String])] {
    let definitions = (try? FlagLevels.builtIn()) ?? []
    return definitions.flatMap { definitions in
      definitions.keys.map { ($0, definitions.variants(of: $0) ?? []) }
    }.sorted { $0.0 < $1.0 }
  }
}
