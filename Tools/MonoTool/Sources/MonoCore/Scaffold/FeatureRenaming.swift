import Basics

/// Replaces a feature's name in all its forms by another one.
struct FeatureRenaming {
  private struct Form {
    let old: String
    let new: String
  }

  /// The longest first.
  private let forms: [Form]

  init(from old: FeatureName, to new: FeatureName) {
    var forms = [
      Form(old: old.type, new: new.type), Form(old: old.title, new: new.title),
      Form(old: old.camel, new: new.camel), Form(old: old.kebab, new: new.kebab),
      Form(old: old.snake, new: new.snake), Form(old: old.words, new: new.words),
    ]
    if old.kebab == old.camel {
      // Of one word only its neighbors tell the form.
      forms += [("\"", "\""), ("-", ""), ("", "-"), ("/", "")].map { before, after in
        Form(old: before + old.kebab + after, new: before + new.kebab + after)
      }
    }
    self.forms = forms.sorted { $0.old.count > $1.old.count }
  }

  /// The text with every form that is a word, or a part of one in camel case, replaced.
  func renamed(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    var previous: Character = "\n"
    while let next = rest.first {
      if let form = forms.first(where: { matches($0.old, rest, behind: previous) }) {
        result += form.new
        rest = rest.dropFirst(form.old.count)
        previous = form.old.last ?? previous
      } else {
        result.append(next)
        rest = rest.dropFirst()
        previous = next
      }
    }
    return result
  }

  private func matches(_ form: String, _ text: Substring, behind previous: Character) -> Bool {
    guard text.hasPrefix(form) else { return false }
    let beginsWord = form.first?.isLowercase != true || !(previous.isLetter || previous.isNumber)
    let endsWord =
      form.last?.isLetter != true || text.dropFirst(form.count).first?.isLowercase != true
    return beginsWord && endsWord
  }
}

extension FeatureChange {
  /// What gives a feature another name: in its files, and where others name it.
  ///
  /// - Throws: `MonoError.usage` for an unknown feature and for a bad or taken name.
  func renamingPlan(from name: String, to newName: String) throws -> ScaffoldPlan {
    let feature = try feature(name)
    let renaming = FeatureRenaming(
      from: try FeatureName(name), to: try scaffold.freeName(newName))
    let users = workspace.targets.indices.filter { index in
      workspace.targets[index].name == settings.rootTarget
        || !Set(feature.targets).isDisjoint(with: workspace.graph.successors[index])
    }
    let own = try files(of: feature)
    let others =
      Set(users.flatMap { workspace.swiftFiles(of: $0) })
      .union((users + feature.targets).map { workspace.package(of: $0).manifestPath })
      .union(workspace.packages.filter { depends($0, on: feature) }.map(\.manifestPath))
      .union([rules.path ?? ""])
    let edits = try Set(own).union(others).sorted().flatMap { path -> [ScaffoldPlan.Edit] in
      guard let before = Files.text(Path.join(workspace.root, path)) else { return [] }
      let isOwn = own.contains(path)
      let text = renaming.renamed(before)
      let place = isOwn ? renaming.renamed(path) : path
      let after = text == before ? text : try scaffold.formatted(text, as: place)
      if place == path { return [ScaffoldPlan.Edit(path: path, before: before, after: after)] }
      return [
        ScaffoldPlan.Edit(path: path, before: before, after: nil),
        ScaffoldPlan.Edit(path: place, before: nil, after: after),
      ]
    }
    return ScaffoldPlan(edits: edits.filter { $0.before != $0.after })
  }

  /// Whether a package declares the feature's one, even when none of its targets needs it.
  private func depends(_ package: Workspace.Package, on feature: Feature) -> Bool {
    package.manifest.dependencies.compactMap(\.path).contains {
      Path.join(package.folder, $0) == feature.package
    }
  }
}
