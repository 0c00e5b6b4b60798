import Basics
@testable import mono

/// Kinds of commits that a team makes.
enum CommitKind: String, CaseIterable {
  case source, testOnly, newFile, deletedFile, renamed, movedAcrossPackages, sourceMode, scriptMode
  case resource, documentation, documentationInTarget, fixture, dependencyAdded, dependencyRemoved
  case manifestComment, manifestSetting, newTarget, removedTarget, lockPins
  case mappedFile, merge, empty

  /// Changes the model as a commit of this kind does.
  func apply(to model: inout ModelRepository, number: Int, _ numbers: inout SplitMix64) {
    let names = model.targets.keys.sorted()
    let libraries = names.filter { model.targets[$0]?.kind == "target" }
    let tests = names.filter { model.targets[$0]?.kind == "testTarget" }
    let any = names.randomElement(using: &numbers) ?? ""
    let library = libraries.randomElement(using: &numbers) ?? ""
    let test = tests.randomElement(using: &numbers) ?? ""
    changeFiles(of: &model, any, library, test, number, &numbers)
    changePackages(of: &model, any, library, number, &numbers)
  }

  private func changeFiles(
    of model: inout ModelRepository, _ any: String, _ library: String, _ test: String,
    _ number: Int, _ numbers: inout SplitMix64
  ) {
    switch self {
    case .source, .merge: model.targets[library]?.files["\(library).swift"]? += "// \(number)\n"
    case .testOnly: model.targets[test]?.files["\(test).swift"]? += "// \(number)\n"
    case .newFile: model.targets[any]?.files["New\(number).swift"] = "// \(number)\n"
    case .deletedFile:
      let file = model.targets[any]?.files.keys.sorted().first { $0.hasPrefix("New") }
      if let file { model.targets[any]?.files[file] = nil }
    case .renamed:
      let text = model.targets[any]?.files.removeValue(forKey: "\(any).swift")
      model.targets[any]?.files["New\(number).swift"] = text
      model.targets[any]?.files["\(any).swift"] = "// again \(number)\n"
    case .movedAcrossPackages:
      let text = model.targets[library]?.files.removeValue(forKey: "Extra.swift")
      model.targets[any]?.files["New\(number).swift"] = text ?? "// moved \(number)\n"
    case .sourceMode: model.toggleMode("\(model.folder(of: library))/\(library).swift")
    case .scriptMode: model.toggleMode("scripts/tool.sh")
    case .resource: model.targets[library]?.files["Data/data.json"] = "[\(number)]\n"
    case .documentation:
      let file = ["README.md", "Packages/Red/README.md"].randomElement(using: &numbers) ?? ""
      model.others[file] = "\(number)"
    case .documentationInTarget: model.targets[library]?.files["Notes.md"] = "\(number)"
    case .fixture: model.targets[test]?.files["fixture.txt"] = "fixture \(number)\n"
    case .mappedFile: model.others["scripts/tool.sh"] = "\(number)"
    default: break
    }
  }

  private func changePackages(
    of model: inout ModelRepository, _ any: String, _ library: String, _ number: Int,
    _ numbers: inout SplitMix64
  ) {
    switch self {
    case .dependencyAdded:
      if let free = model.freeDependency(of: library, &numbers) {
        model.targets[library]?.dependencies.append(free)
      }
    case .dependencyRemoved: _ = model.targets[library]?.dependencies.popLast()
    case .manifestComment: model.comments[model.targets[any]?.package ?? ""] = number
    case .manifestSetting: model.targets[any]?.condition = number
    case .newTarget:
      model.targets["New\(number)"] = ModelRepository.Target(
        package: model.targets[library]?.package ?? "", kind: "target", dependencies: [],
        files: ["New\(number).swift": "// \(number)\n"])
    case .removedTarget:
      let used = Set(model.targets.values.flatMap(\.dependencies))
      let libraries = model.targets.filter { $0.value.kind == "target" }.keys.sorted()
      if let free = libraries.first(where: { $0.hasPrefix("New") && !used.contains($0) }) {
        model.targets[free] = nil
      }
    case .lockPins: model.pinnedVersion = number
    default: break
    }
  }
}

extension ModelRepository {
  fileprivate mutating func toggleMode(_ file: String) {
    if executableFiles.remove(file) == nil { executableFiles.insert(file) }
  }

  /// A library that the target neither has nor is needed by, also across packages.
  fileprivate func freeDependency(of name: String, _ numbers: inout SplitMix64) -> String? {
    func needs(_ package: String) -> Set<String> {
      var found: Set = [package]
      var pending = [package]
      while let next = pending.popLast() {
        for target in targets.values where target.package == next {
          for dependency in target.dependencies {
            let provider = targets[dependency]?.package ?? ""
            if found.insert(provider).inserted { pending.append(provider) }
          }
        }
      }
      return found
    }
    let own = targets[name]?.package ?? ""
    return targets.keys.sorted().filter { candidate in
      guard let target = targets[candidate], target.kind == "target", target.package != own,
        !target.package.isEmpty
      else { return false }
      return !needs(target.package).contains(own)
        && targets[name]?.dependencies.contains(candidate) == false
    }.randomElement(using: &numbers)
  }
}
