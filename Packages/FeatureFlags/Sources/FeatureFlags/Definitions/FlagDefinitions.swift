public import Basics

/// An unchanging set of flag definitions, compatible with flagd's, compiled when it is created.
///
/// Evaluating takes no lock, and a flag without targeting is evaluated without allocating.
public struct FlagDefinitions: FlagDefinitionsSource {
  final class Storage: Sendable {
    let flags: [CodeUnits: CompiledFlag]
    let keys: [String]
    let metadata: FlagMetadata
    let document: JSON.Object

    init(compiler: FlagCompiler, metadata: FlagMetadata, document: JSON.Object) {
      flags = compiler.flags
      keys = flags.values.map(\.key).sorted { $0.precedesByCodeUnits($1) }
      self.metadata = metadata
      self.document = document
    }
  }

  let storage: Storage
  let clock: UnixClock

  /// Compiles a definition document.
  ///
  /// A single bad flag spoils nothing else: evaluating it is an error, and ``FlagLint`` names it.
  ///
  /// - Parameters:
  ///   - document: A flagd document.
  ///   - clock: The time that rules see as `$flagd.timestamp`.
  /// - Throws: ``FlagDefinitionsError`` when the document is not an object with flags.
  public init(_ document: JSON, clock: UnixClock = .system) throws(FlagDefinitionsError) {
    guard case .object(let members) = document else {
      throw .notDefinitions(problem: "it is not an object")
    }
    let metadata = FlagMetadata.usable(members["metadata"])
    var compiler = FlagCompiler(document: members, sharedMetadata: metadata)
    try compiler.compileFlags()
    storage = Storage(
      compiler: compiler, metadata: FlagMetadata(own: JSON.Object(), shared: metadata),
      document: members)
    self.clock = clock
  }

  /// Checks that none of the flags is defined.
  ///
  /// - Throws: ``FlagDefinitionsError`` for the first one that is.
  public func requireNone(of flags: Set<String>) throws(FlagDefinitionsError) {
    if let flag = keys.first(where: flags.contains) { throw .reserved(flag: flag) }
  }

  /// The largest document, in bytes.
  public static let maximumByteCount = 8 << 20

  /// Reads and compiles a definition document in UTF-8.
  ///
  /// - Throws: ``FlagDefinitionsError`` when the bytes are not JSON, or not an object with flags,
  ///   or more than ``maximumByteCount``.
  public init(
    parsing bytes: some Collection<UInt8>, clock: UnixClock = .system
  ) throws(FlagDefinitionsError) {
    let options = JSON.ReadingOptions(maximumByteCount: Self.maximumByteCount)
    let document = Result { () throws(JSON.ParseError) in
      try JSON(parsing: bytes, options: options)
    }
    try self.init(document.mapError(FlagDefinitionsError.malformed).get(), clock: clock)
  }

  private init(storage: Storage, clock: UnixClock) {
    self.storage = storage
    self.clock = clock
  }

  public static let empty = FlagDefinitions(
    storage: Storage(
      compiler: FlagCompiler(document: JSON.Object(), sharedMetadata: JSON.Object()),
      metadata: FlagMetadata(), document: ["flags": [:]]),
    clock: .system)

  public func with(clock: UnixClock) -> FlagDefinitions {
    FlagDefinitions(storage: storage, clock: clock)
  }

  /// The keys of all flags, in the order of their code units.
  public var keys: [String] { storage.keys }
  public var document: JSON { .object(storage.document) }
  public var definitions: FlagDefinitions { self }
  /// The names of a flag's variants, in the order of the document; `nil` if there is no such flag.
  public func variants(of key: String) -> [String]? { flag(key)?.variants.names }
  /// The type of a flag's values; `nil` if there is no such flag or its variants differ in kind.
  public func type(of key: String) -> FlagType? { flag(key)?.type }
  /// The metadata of a flag; for an unknown key, that of the flag set.
  public func metadata(of key: String) -> FlagMetadata { flag(key)?.metadata ?? storage.metadata }
  func flag(_ key: String) -> CompiledFlag? { storage.flags[CodeUnits(key)] }
}

/// A document without flag definitions.
public enum FlagDefinitionsError: Error, Equatable, Sendable, CustomStringConvertible {
  case malformed(JSON.ParseError)
  /// The document is JSON, but not an object with flags.
  case notDefinitions(problem: String)
  /// The document defines a flag that is decided elsewhere.
  case reserved(flag: String)

  public var description: String {
    switch self {
    case .malformed(let error): "The flag definitions are not JSON: \(error)."
    case .notDefinitions(let problem): "The document holds no flag definitions: \(problem)."
    case .reserved(let flag):
      "The flag '\(flag)' would have no effect: this program decides it. Remove the flag."
    }
  }
}
