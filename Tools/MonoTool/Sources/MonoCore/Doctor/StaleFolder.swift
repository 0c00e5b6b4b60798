import Basics

/// Finds out whether a build folder still belongs to the sources.
struct StaleFolder {
  let scratch: ScratchFolder
  let workspace: Workspace

  /// The differences, in words; empty when a build would have nothing to do because of these.
  var problems: [String] { moved + layouts + files + manifests }

  /// SwiftPM writes absolute paths into its plan.
  private var moved: [String] {
    guard let plan = Files.text("\(scratch.path)/debug.yaml") else { return [] }
    let real = Files.realPath(scratch.path) ?? scratch.path
    let isHere = plan.contains(scratch.path) || plan.contains(real)
    return isHere ? [] : ["it was made in another folder"]
  }

  private var layouts: [String] {
    scratch.outdatedModules().map {
      "\($0.name) was compiled against an older \($0.newer.joined(separator: ", "))"
    }
  }

  /// Compares the lists of files that the compiler was given with the disk.
  private var files: [String] {
    workspace.targets.indices.compactMap { index -> String? in
      let target = workspace.targets[index]
      let list = "\(scratch.path)/debug/\(target.name).build/sources"
      guard !workspace.isBorrowed(index), let text = Files.text(list) else { return nil }
      let lines = text.split(separator: "\n")
      let known = Set(lines.map { String($0.hasPrefix("'") ? $0.dropFirst().dropLast() : $0) })
      let now = Set(workspace.swiftFiles(of: index).map { Path.join(workspace.root, $0) })
      // A file that the build itself makes is not below the target's folder.
      let folder = Path.join(workspace.root, target.folder)
      let gone = known.filter { Path.isInside($0, folder) && !now.contains($0) }
      let new = now.subtracting(known)
      // Another target of the same name was built here.
      guard known.contains(where: { Path.isInside($0, folder) }) else { return nil }
      let words =
        (gone.map { "\(Path.name(of: $0)) is gone" } + new.map { "\(Path.name(of: $0)) is new" })
        .sorted()
      let rest = words.count > 3 ? " and \(words.count - 3) more" : ""
      let shown = words.prefix(3).joined(separator: ", ")
      return words.isEmpty ? nil : "\(target.label): \(shown)\(rest)"
    }
  }

  private var manifests: [String] {
    guard let planned = Files.stamp("\(scratch.path)/debug.yaml")?.modified else { return [] }
    return workspace.packages.filter { package in
      let path = Path.join(workspace.root, package.manifestPath)
      let isBuilt = package.targets.contains {
        Files.isFolder("\(scratch.path)/debug/\(workspace.targets[$0].name).build")
      }
      return isBuilt && (Files.stamp(path)?.modified ?? 0) > planned
    }.map { "\($0.manifestPath) was edited since" }
  }
}
