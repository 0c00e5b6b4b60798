import Basics

/// Remembers facts read out of sources by their contents, so that a file is parsed once.
struct FactMemory: Sendable {
  /// The bytes of a file and a name for them.
  struct Source: Sendable {
    let bytes: [UInt8]
    let key: String

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      var hash = ContentHash()
      hash.combine(bytes)
      key = hash.hexadecimal
    }
  }

  /// Where facts are kept; nothing is remembered when it is `nil`.
  let folder: String?

  /// The facts of each source, in order; those that are not known are read, several at a time. Of one
  /// kind those are kept that were asked for last.
  ///
  /// - Parameter kind: Everything besides the source that the facts depend on.
  func facts<Facts: Codable & Sendable>(
    _ kind: String, of sources: [Source], read: @Sendable ([UInt8]) throws -> Facts
  ) throws -> [Facts] {
    guard let folder else { return try parallelMap(sources) { try read($0.bytes) } }
    let path = "\(folder)/\(ContentHash(kind).hexadecimal).json"
    // What cannot be read any more is found again.
    let stored = Files.bytes(path).flatMap { try? JSON.decode([String: Facts].self, from: $0) }
    let known = stored ?? [:]
    let facts = try parallelMap(sources) { try known[$0.key] ?? read($0.bytes) }
    let new = Dictionary(zip(sources.map(\.key), facts)) { first, _ in first }
    // A folder that cannot be written makes no difference.
    if new.contains(where: { known[$0.key] == nil }), let document = try? JSON.encode(new) {
      try? Files.write(Array(document), to: path)
    }
    return facts
  }

  /// Where a program remembers facts; another program of the same version may read them otherwise.
  static func folder(in cache: String, root: String, toolchain: Toolchain) -> String {
    let program = Files.stamp("/proc/self/exe")
    let version = "\(program?.modified ?? 0) \(program?.size ?? 0)"
    return "\(cache)/facts/\(ContentHash(version, toolchain.identity, root).hexadecimal)"
  }
}
