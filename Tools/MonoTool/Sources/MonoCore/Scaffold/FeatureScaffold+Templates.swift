import Basics

extension FeatureScaffold {
  /// The repository's templates.
  func templates() throws(MonoError) -> [(path: String, text: String)] {
    guard let folder = settings.templates else {
      throw .usage(
        "The rules file names no templates for features.",
        hint: "Write a folder of templates and name it in features.templates.")
    }
    let place = Path.join(workspace.root, folder)
    let files = Files.descendants(of: place).filter { $0.hasSuffix(".template") }
    guard !files.isEmpty else {
      throw .failure(
        "There are no templates in \(folder).",
        hint: "Correct features.templates in the rules file.")
    }
    return files.map { file in
      (String(file.dropLast(".template".count)), Files.text(Path.join(place, file)) ?? "")
    }
  }

  /// Where a template's file goes; `nil` for the composition root of a repository without one.
  func place(
    of path: String, package: String, _ filling: TemplateFilling
  ) throws(MonoError) -> String? {
    let filled = try filling.fill(path)
    if filled.hasPrefix("Package/") { return Path.join(package, String(filled.dropFirst(8))) }
    guard filled.hasPrefix("CompositionRoot/") else {
      throw .failure(
        "The template \(path) is neither in Package nor in CompositionRoot.",
        hint: "Move it into one of them.")
    }
    guard let root = settings.compositionRoot else { return nil }
    guard Files.isFolder(Path.join(workspace.root, root)) else {
      throw .usage(
        "There is no folder \(root).", hint: "Correct features.compositionRoot in the rules file.")
    }
    return Path.join(root, String(filled.dropFirst(16)))
  }

  /// The text as the repository formats it, when it says how.
  func formatted(_ text: String, as path: String) throws(MonoError) -> String {
    let configuration = Path.join(workspace.root, ".swift-format")
    guard path.hasSuffix(".swift"), Files.exists(configuration) else { return text }
    let result = try Tool.run(
      toolchain.swift,
      ["format", "--configuration", configuration, "--assume-filename", path, "-"],
      input: Array(text.utf8))
    guard result.status.code == 0 else {
      throw .failure(
        "\(path) cannot be formatted: \(result.errorText.firstLine)",
        hint: "Correct the template or the manifest.")
    }
    return result.outputText
  }
}
