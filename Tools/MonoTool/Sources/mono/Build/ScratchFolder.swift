import Basics

/// The folder that SwiftPM builds into.
struct ScratchFolder: Sendable {
  /// Absolute.
  let path: String

  /// The interface files, by their targets, of modules whose objects were compiled against an older
  /// version of a module that they load; without its file SwiftPM asks the compiler again.
  ///
  /// SwiftPM rebuilds a target when a module that it *declares* changes. A type can reach it through
  /// another module whose own interface file stays the same, byte for byte, when the type's
  /// layout changes; the target then keeps offsets of the old layout and crashes. The
  /// compiler writes down what it really loaded, so that is compared instead.
  var outdatedModules: [String: String] {
    let products = Path.join(path, "debug")
    let targets = Files.entries(products).filter { $0.isFolder && $0.name.hasSuffix(".build") }
      .map { String($0.name.dropLast(".build".count)) }
    return targets.reduce(into: [:]) { outdated, target in
      let module = "\(products)/Modules/\(Workspace.moduleName(for: target)).swiftmodule"
      let folder = "\(products)/\(target).build"
      guard Files.exists(module), let compiled = Self.lastCompilation(in: folder) else { return }
      let isOutdated = Self.loadedModules(in: folder).contains {
        Path.name(of: $0) != Path.name(of: module) && (Files.stamp($0)?.modified ?? 0) > compiled
      }
      if isOutdated { outdated[target] = module }
    }
  }

  /// When the compiler last looked at the whole module: it notes that in `primary.priors`; with
  /// whole-module compilation all objects are written together.
  private static func lastCompilation(in folder: String) -> Int64? {
    if let noted = Files.stamp("\(folder)/primary.priors") { return noted.modified }
    return Files.entries(folder).filter { $0.name.hasSuffix(".o") }
      .compactMap { Files.stamp("\(folder)/\($0.name)")?.modified }.min()
  }

  /// The modules of this scratch folder that the compiler loaded, by its make-style notes.
  private static func loadedModules(in folder: String) -> Set<String> {
    let notes = Files.entries(folder).map(\.name).filter { $0.hasSuffix(".d") }
    let words = notes.flatMap { note in
      (Files.text("\(folder)/\(note)") ?? "").replacing("\\ ", with: "\u{0}")
        .split(whereSeparator: \.isWhitespace)
    }
    return Set(
      words.filter { $0.hasSuffix(".swiftmodule") && $0.contains("/Modules/") }
        .map { String($0).replacing("\u{0}", with: " ") })
  }
}
