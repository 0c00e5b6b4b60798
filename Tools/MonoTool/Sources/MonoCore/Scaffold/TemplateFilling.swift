/// The values of one new feature for all its templates.
struct TemplateFilling {
  private let values: [String: String]
  private let lists: [String: [[String: String]]]
  /// The folders of the packages whose modules the templates import, relative to the root.
  let packages: [String]

  init(
    name: FeatureName, parent: String?, container: String, runtimeValues: [RuntimeValue],
    scaffold: FeatureScaffold
  ) throws(MonoError) {
    let settings = scaffold.settings
    var types: [FeatureSettings.RuntimeType] = []
    for value in runtimeValues {
      guard let type = settings.runtimeTypes.first(where: { $0.type == value.type }) else {
        throw .usage(
          "The scope of \(parent ?? "") needs '\(value.name): \(value.type)', and nothing says how"
            + " a test makes one.",
          hint: "Add \(value.type) to features.runtimeTypes in the rules file.")
      }
      types.append(type)
    }
    func join(_ text: (RuntimeValue, FeatureSettings.RuntimeType) -> String) -> String {
      zip(runtimeValues, types).map { text($0, $1) }.joined(separator: ", ")
    }
    func following(_ list: String) -> String { list.isEmpty ? "" : ", \(list)" }
    let parameters = join { value, _ in "\(value.name): \(value.type)" }
    let standard = [
      "Name": name.type, "words": name.words, "title": name.title, "kebab": name.kebab,
      "camel": name.camel, "snake": name.snake, "key": String(name.kebab.prefix(1)),
      "container": container, "parent": parent ?? "the app",
      "parameters": parameters,
      "runtimeParameters": following(parameters),
      "runtimeArguments": following(join { value, _ in "\(value.name): \(value.name)" }),
      "runtimeSamples": following(join { "\($0.name): \($1.sample)" }),
    ]
    values = standard.merging(settings.openers[container] ?? [:]) { $1 }
    let folder = Path.join(settings.folder, name.type)
    let imports = Set(types.map(\.module)).sorted()
    let samples = Set(types.map(\.sampleModule)).sorted()
    func modules(_ names: [String]) throws(MonoError) -> [[String: String]] {
      var entries: [[String: String]] = []
      for name in names {
        let target = try scaffold.workspace.target(named: name)
        let package = scaffold.workspace.package(of: target).folder
        entries.append([
          "module": name, "package": Path.name(of: package),
          "path": Path.relative(package, to: folder),
        ])
      }
      return entries
    }
    let all = try modules(
      Set(imports + samples + settings.modules + settings.testModules).sorted())
    packages = Set(all.compactMap { $0["path"] }).map { Path.join(folder, $0) }.sorted()
    lists = [
      "runtime": zip(runtimeValues, types).map {
        ["value": $0.name, "type": $0.type, "sample": $1.sample]
      },
      "noRuntime": runtimeValues.isEmpty ? [[:]] : [],
      "modules": try modules(Set(imports + settings.modules).sorted()),
      "testModules": try modules(Set(samples + settings.testModules).sorted()),
      "runtimeImports": try modules(imports),
      "sampleImports": try modules(samples),
      "packages": Dictionary(grouping: all, by: { $0["path"] ?? "" })
        .sorted { $0.key < $1.key }.map { $0.value[0] },
    ]
  }

  func fill(_ text: String) throws(MonoError) -> String {
    try Template(text: text).filled(with: values, lists: lists)
  }
}
