import Basics

/// A folder that SwiftPM builds into.
package struct ScratchFolder: Sendable, Hashable {
  /// Absolute.
  package let path: String

  /// Modules whose objects were compiled against an older version of a module that they load.
  ///
  /// SwiftPM rebuilds a target when a module that it *declares* changes. A type can reach it through
  /// another module whose own interface file stays the same, byte for byte, when the type's
  /// layout changes; the target then keeps offsets of the old layout and crashes. The
  /// compiler writes down what it really loaded, so that is compared instead.
  package func outdatedModules(configuration: String = "debug") -> [OutdatedModule] {
    let products = Path.join(path, configuration)
    return Files.entries(products).compactMap { entry in
      guard entry.isFolder, entry.name.hasSuffix(".build") else { return nil }
      let folder = Path.join(products, entry.name)
      let name = String(entry.name.dropLast(".build".count))
      let module = "\(products)/Modules/\(Workspace.moduleName(for: name)).swiftmodule"
      guard Files.exists(module), let compiled = Self.lastCompilation(in: folder) else {
        return nil
      }
      let newer = Self.loadedModules(in: folder)
        .filter { Path.name(of: $0) != Path.name(of: module) }
        .filter { (Files.stamp($0)?.modified ?? 0) > compiled }.map(Path.name(of:))
      return newer.isEmpty
        ? nil : OutdatedModule(name: name, interface: module, newer: newer.sorted())
    }
  }

  /// When the compiler last looked at the whole module: it notes that in `primary.priors`; with
  /// whole-module compilation all objects are written together.
  private static func lastCompilation(in folder: String) -> Int64? {
    if let noted = Files.stamp("\(folder)/primary.priors") { return noted.modified }
    return Files.entries(folder).filter { $0.name.hasSuffix(".o") }
      .compactMap { Files.stamp("\(folder)/\($0.name)")?.modified }.min()
  }

  /// The modules of this scratch folder that the compiler loaded.
  private static func loadedModules(in folder: String) -> Set<String> {
    let notes = Files.entries(folder).map(\.name).filter { $0.hasSuffix(".d") }
    let all = notes.flatMap { paths(in: "\(folder)/\($0)") { $0.hasSuffix(".swiftmodule") } }
    return Set(all.filter { $0.contains("/Modules/") })
  }

  /// The absolute paths of what the compilers read for a target, headers included.
  func compiledFiles(of target: String, configuration: String) -> Set<String> {
    let folder = Path.join(path, "\(configuration)/\(target).build")
    let notes = Files.descendants(of: folder).filter { $0.hasSuffix(".d") }
    // That of a Swift module names what those of its files do.
    let whole = notes.filter { $0.hasSuffix(".emit-module.d") }
    return Set(
      (whole.isEmpty ? notes : whole).flatMap { note in
        Self.paths(in: "\(folder)/\(note)") { $0.hasPrefix("/") }.map(Path.normalize)
      })
  }

  /// The paths of one kind in a compiler's make-style note.
  private static func paths(in note: String, where isWanted: (Substring) -> Bool) -> [String] {
    (Files.text(note) ?? "").replacing("\\ ", with: "\u{0}")
      .split(whereSeparator: \.isWhitespace).filter(isWanted)
      .map { String($0).replacing("\u{0}", with: " ") }
  }
}

/// A module that has to be compiled again.
package struct OutdatedModule: Sendable, Equatable {
  package let name: String
  /// Its interface file; without it SwiftPM asks the compiler again.
  package let interface: String
  /// The files that are newer than it.
  package let newer: [String]
}
