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

  /// The modules of this scratch folder that the compiler loaded, by its make-style notes.
  private static func loadedModules(in folder: String) -> Set<String> {
    var modules: Set<String> = []
    for entry in Files.entries(folder) where entry.name.hasSuffix(".d") {
      let text = (Files.text("\(folder)/\(entry.name)") ?? "").replacing("\\ ", with: "\u{0}")
      for word in text.split(whereSeparator: \.isWhitespace)
      where word.hasSuffix(".swiftmodule") && word.contains("/Modules/") {
        modules.insert(String(word).replacing("\u{0}", with: " "))
      }
    }
    return modules
  }
}

/// A module that has to be compiled again.
package struct OutdatedModule: Sendable, Equatable {
  package let name: String
  /// Its interface file; without it SwiftPM asks the compiler again.
  package let interface: String
  /// What is newer than it.
  package let newer: [String]
}
