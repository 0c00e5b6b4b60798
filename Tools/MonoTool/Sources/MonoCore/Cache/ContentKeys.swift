import Basics
import Glibc

/// Names for everything that the result of a target depends on: its files and those of all that it
/// needs, what the manifests say, the toolchain, the options, and the environment.
struct ContentKeys {
  private let workspace: Workspace
  private let inputs: TargetInputs
  private let common: ContentHash
  /// Hashes of files that several targets need.
  private var contents: [String: String] = [:]

  init(
    workspace: Workspace, inputs: TargetInputs, toolchain: Toolchain, options: BuildOptions,
    environment: [String: String]
  ) {
    self.workspace = workspace
    self.inputs = inputs
    var hash = ContentHash(
      "\(Version.current) \(toolchain.identity) \(options.configuration)",
      options.passedOn.joined(separator: "\u{0}"))
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      hash.combine("\(name)=\(value)")
    }
    common = hash
  }

  /// The key of a target as everything is on the disk now.
  mutating func key(of target: Int) -> String {
    var hash = common
    hash.combine(workspace.qualifiedName(target))
    for needed in workspace.graph.reachable(from: [target]).sorted() {
      hash.combine(workspace.fingerprint(needed))
    }
    for file in inputs.files(of: target) {
      hash.combine(file)
      hash.combine(content(of: file))
    }
    return hash.hexadecimal
  }

  private mutating func content(of file: String) -> String {
    if let known = contents[file] { return known }
    let path = Path.join(workspace.root, file)
    var hash = ContentHash(Files.linkTarget(path) ?? "")
    // Modes differ between machines in what others may do.
    var status = stat()
    hash.combine(stat(path, &status) == 0 ? "\(status.st_mode & (S_IFMT | S_IRWXU))" : "")
    if let bytes = Files.read(path) { hash.combine(bytes) } else { hash.combine("none") }
    contents[file] = hash.hexadecimal
    return hash.hexadecimal
  }
}
