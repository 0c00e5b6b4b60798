public import Basics
public import CloudStore
import Core
public import FeatureFlags
import FoundationEssentials

/// Publishes definitions of flags to all servers of a database, and reads what was published.
public struct FlagPublisher: Sendable {
  /// The largest document, in bytes.
  public static let largestFile = FlagDefinitions.maximumByteCount
  /// The longest name of an author, in characters.
  static let longestAuthor = 64
  /// The longest message, in characters.
  static let longestMessage = 500

  let dependencies: any CloudDependencies

  /// Publishes a document, and returns its version, or the newest one when that is the same; and
  /// what the lint warns of.
  ///
  /// - Parameters:
  ///   - bytes: A document in flagd's format.
  ///   - base: The version that it was made from; 0 for none, `nil` for the newest one.
  ///   - author: Who publishes it.
  ///   - message: Why.
  public func publish(
    _ bytes: [UInt8], basedOn base: Int? = nil, by author: String, message: String
  ) async throws(AdministrationError) -> (version: FlagVersion, isNew: Bool, warnings: [String]) {
    try Self.check(author: author, message: message)
    let (document, warnings) = try check(bytes)
    let (version, isNew) = try await add(document, basedOn: base, by: author, message: message)
    return (version, isNew, warnings)
  }

  /// Publishes an earlier version again.
  public func rollBack(
    to number: Int, by author: String, message: String
  ) async throws(AdministrationError) -> FlagVersion {
    try Self.check(author: author, message: message)
    let earlier = JSON.object(try await version(number).document)
    // The rules may have become stricter.
    let (document, _) = try check(Array(earlier.serialized().utf8))
    return try await add(document, basedOn: nil, by: author, message: message).0
  }

  /// Returns a version; the newest one for `nil`.
  public func version(_ number: Int?) async throws(AdministrationError) -> FlagVersion {
    let found = try await dependencies.administer { store throws(StoreError) in
      guard let number else { return try store.flagVersion(try store.newestFlagVersion()) }
      return try store.flagVersion(number)
    }
    guard let found else { throw .noSuchFlagVersion(number) }
    return found
  }

  /// Returns the newest versions, newest first.
  public func history(limit: Int) async throws(AdministrationError) -> [FlagVersion.Record] {
    try await dependencies.administer { store throws(StoreError) in
      try store.flagVersions(limit: limit)
    }
  }

  /// Refuses definitions that clients could not use as they are meant.
  private func check(
    _ bytes: [UInt8]
  ) throws(AdministrationError) -> (document: JSON.Object, warnings: [String]) {
    let findings: [(line: Int, finding: LintFinding)]
    let definitions: FlagDefinitions
    do {
      definitions = try FlagDefinitions(parsing: bytes)
      try definitions.requireNone(of: dependencies.reservedFlags)
      findings = try FlagLint.ofCloud().problems(in: definitions.document, text: bytes)
    } catch {
      throw .badFlags(["\(error)"])
    }
    let texts = { (severity: LintFinding.Severity) in
      findings.filter { $0.finding.severity == severity }.map { "line \($0.line): \($0.finding)" }
    }
    guard texts(.error).isEmpty else { throw .badFlags(texts(.error)) }
    return (definitions.document.object ?? JSON.Object(), texts(.warning))
  }

  private static func check(author: String, message: String) throws(AdministrationError) {
    guard (1...longestAuthor).contains(author.count), author.isFlagMessage, !message.isEmpty,
      message.isFlagMessage
    else { throw .badFlagText }
  }

  private func add(
    _ document: JSON.Object, basedOn base: Int?, by author: String, message: String
  ) async throws(AdministrationError) -> (FlagVersion, isNew: Bool) {
    let now = dependencies.clock.now.inWholeMilliseconds
    let result = try await dependencies.administer { store throws(StoreError) in
      let newest = try store.newestFlagVersion()
      guard base ?? newest == newest else {
        return Result<(FlagVersion, Bool), AdministrationError>.failure(.flagsChanged(newest))
      }
      if let current = try store.flagVersion(newest), current.document == document {
        return .success((current, false))
      }
      let version = FlagVersion(
        record: FlagVersion.Record(
          number: newest + 1, publishedAt: now, author: author, message: message),
        document: document)
      return try store.addFlagVersion(version)
        ? .success((version, true)) : .failure(.flagsChanged(newest + 1))
    }
    let (version, isNew) = try result.get()
    if isNew {
      AuditLog(dependencies).record(.flagsPublication, by: .adminToken(name: author), from: nil)
    }
    return (version, isNew)
  }
}

extension FlagLint {
  /// Returns the lint of what a cloud serves: it evaluates the flags of dispatch for no rider.
  public static func ofCloud() throws(JSON.ParseError) -> FlagLint {
    try FlagLint(keyOnlyFlags: DispatchFlags.values)
  }
}

extension String {
  /// Whether the text is one line that a version can have.
  var isFlagMessage: Bool { count <= FlagPublisher.longestMessage && !containsInvisibleScalars }
}
