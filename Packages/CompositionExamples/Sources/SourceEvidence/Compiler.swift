import Basics
import Glibc

/// Checks sources with the Swift compiler, under the language rules of this package.
public struct Compiler: Sendable {
  /// The output of the compiler.
  public struct Verdict: Sendable {
    /// Whether the sources are correct.
    public let accepts: Bool
    /// Its diagnostics.
    public let output: String
  }

  private static let rules = [
    "-swift-version", "6",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
    "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
  ]

  private let folders: [String]
  private let temporaryFolder: TemporaryFolder?

  /// Creates a compiler that finds the modules this program was built with.
  ///
  /// - Parameter moduleMapFolders: The folders of the module maps that these modules stand on.
  public init(moduleMapFolders: [String] = []) throws {
    folders = [try Self.modulesFolder()] + moduleMapFolders
    temporaryFolder = nil
  }

  /// Creates a compiler that finds only these of the modules this program was built with, as a
  /// package does that declares no others.
  public init(seeingOnly modules: [String]) throws {
    let folder = try TemporaryFolder()
    let source = try Self.modulesFolder()
    for module in modules {
      let name = "\(module).swiftmodule"
      guard symlink("\(source)/\(name)", "\(folder.path)/\(name)") == 0 else {
        throw EvidenceError("'\(name)' cannot be linked (error \(errno)). Check '\(folder.path)'.")
      }
    }
    folders = [folder.path]
    temporaryFolder = folder
  }

  /// Checks texts by file name as one module, up to the rules that follow the flow of a program,
  /// such as "a constant is set exactly once".
  public func check(
    _ texts: [String: String], module: String, defining conditions: [String] = []
  ) throws -> Verdict {
    // The unwanted output must be a file: the compiler replaces what is there.
    try run(texts, module: module, defining: conditions) { ["-emit-sil", "-o", "\($0)/sil"] }
  }

  /// Returns the assembly that the texts become with optimization.
  public func assembly(
    of texts: [String: String], module: String, defining conditions: [String] = []
  ) throws -> String {
    let verdict = try run(texts, module: module, defining: conditions) { _ in
      ["-O", "-emit-assembly", "-o", "-"]
    }
    guard verdict.accepts else { throw EvidenceError(verdict.output) }
    return verdict.output
  }

  /// Runs the compiler with further arguments, which may name files in a folder that goes afterwards.
  public func run(
    _ texts: [String: String], module: String, defining conditions: [String] = [],
    arguments: (_ folder: String) -> [String]
  ) throws -> Verdict {
    let folder = try TemporaryFolder()
    let paths = try texts.sorted { $0.key < $1.key }.map { try folder.write($0.value, to: $0.key) }
    let options =
      ["-parse-as-library", "-wmo", "-module-name", module] + folders.flatMap { ["-I", $0] }
      + Self.rules + conditions.flatMap { ["-D", $0] } + arguments(folder.path) + paths
    let outcome = try withExtendedLifetime(folder) {
      try Subprocess.run("swiftc", options, error: .standardOutput)
    }
    return Verdict(accepts: outcome.status == .exited(0), output: outcome.outputText)
  }

  /// Returns the object files of a module that this program was built with, none of former builds.
  public static func objects(of module: String) throws -> [String] {
    let map = "\(Files.folder(of: try modulesFolder()))/\(module).build/output-file-map.json"
    let plan = try JSON(parsing: Files.text(of: map).utf8).object?.members ?? []
    return plan.compactMap { $0.value.object?["object"]?.text }
  }

  /// Looks beside the running program: the build puts the modules there.
  private static func modulesFolder() throws -> String {
    let program = Files.linkTarget("/proc/self/exe") ?? "a program without /proc"
    let folder = Files.folder(of: program)
    for candidate in ["\(folder)/Modules", folder]
    where Files.exists("\(candidate)/Composition.swiftmodule") {
      return candidate
    }
    throw EvidenceError("No module 'Composition' is beside '\(program)'. Build it first.")
  }
}

/// Why a piece of evidence could not be gathered.
public struct EvidenceError: Error, CustomStringConvertible {
  /// The error, its subject and its remedy.
  public let description: String

  /// Creates an error from what went wrong.
  public init(_ description: String) { self.description = description }
}
