/// The templates of a repository that has none of its own: a feature that imports nothing.
enum StandardTemplates {
  static let all: [(path: String, text: String)] = [
    ("Package/Package.swift", manifest),
    ("Package/README.md", readme),
    ("Package/Sources/{{Name}}/{{Name}}Dependencies.swift", dependencies),
    ("Package/Sources/{{Name}}/{{Name}}Container.swift", container),
    ("Package/Sources/{{Name}}/{{Name}}Repository.swift", repository),
    ("Package/Sources/{{Name}}/{{Name}}ViewModel.swift", viewModel),
    ("Package/Sources/{{Name}}/{{Name}}Screen.swift", screen),
    ("Package/Sources/{{kebab}}-preview/Preview.swift", preview),
    ("Package/Tests/{{Name}}Tests/Fake{{Name}}Repository.swift", fake),
    ("Package/Tests/{{Name}}Tests/{{Name}}ViewModelTests.swift", tests),
    ("CompositionRoot/{{container}}+{{Name}}.swift", compositionRoot),
  ]

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "{{Name}}",
      products: [
        .library(name: "{{Name}}", targets: ["{{Name}}"]),
        .executable(name: "{{kebab}}-preview", targets: ["{{kebab}}-preview"]),
      ],
      dependencies: [
    {{#packages}}
        .package(path: "{{path}}"),
    {{/packages}}
      ],
      targets: [
        .target(
          name: "{{Name}}",
          dependencies: [
    {{#runtimeImports}}
            .product(name: "{{module}}", package: "{{package}}"),
    {{/runtimeImports}}
          ]
        ),
        .executableTarget(
          name: "{{kebab}}-preview",
          dependencies: [
            "{{Name}}",
    {{#sampleImports}}
            .product(name: "{{module}}", package: "{{package}}"),
    {{/sampleImports}}
          ]
        ),
        .testTarget(name: "{{Name}}Tests", dependencies: ["{{Name}}"]),
      ]
    )

    """

  private static let readme = """
    # {{Name}}

    What a person does about {{words}}; opened by {{parent}}.

    - **Asks** (`{{Name}}Dependencies`): where entries are kept.
    - **Offers** (`{{Name}}Container`): the {{words}} screen.

    Alone:

        swift run {{kebab}}-preview
        swift test

    """

  private static let dependencies = """
    /// The dependencies of {{words}}.
    public protocol {{Name}}Dependencies: Sendable {
      /// The entries that a new scope begins with.
      var initialEntries: [String] { get }
    }

    """

  private static let container = """
    {{#runtimeImports}}
    public import {{module}}

    {{/runtimeImports}}
    /// The scope of {{words}}.
    public struct {{Name}}Container: Sendable {
    {{#runtime}}
      public let {{value}}: {{type}}
    {{/runtime}}
      private let repository: any {{Name}}Repository

      public init(dependencies: any {{Name}}Dependencies{{runtimeParameters}}) {
    {{#runtime}}
        self.{{value}} = {{value}}
    {{/runtime}}
        repository = InMemory{{Name}}Repository(entries: dependencies.initialEntries)
      }

      /// Loads the entries and returns the lines of the screen.
      @MainActor
      public func showScreen() async -> [String] {
        let model = {{Name}}ViewModel(repository: repository)
        await model.load()
        return {{Name}}Screen(model: model).lines
      }
    }

    """

  private static let repository = """
    /// Where the entries of {{words}} are kept.
    protocol {{Name}}Repository: Sendable {
      func entries() async throws -> [String]
    }

    /// Keeps entries as long as the scope lives.
    actor InMemory{{Name}}Repository: {{Name}}Repository {
      private let stored: [String]

      init(entries: [String]) { stored = entries }

      func entries() -> [String] { stored }
    }

    """

  private static let viewModel = """
    /// The state of the {{words}} screen and what can be done on it.
    @MainActor
    final class {{Name}}ViewModel {
      enum Phase: Equatable {
        case loading
        case loaded([String])
        case failed(reason: String)
      }

      private(set) var phase = Phase.loading
      private let repository: any {{Name}}Repository

      init(repository: any {{Name}}Repository) { self.repository = repository }

      /// Loads the entries; also the retry after a failure.
      func load() async {
        phase = .loading
        do {
          phase = .loaded(try await repository.entries())
        } catch {
          phase = .failed(reason: "\\(error)")
        }
      }
    }

    """

  private static let screen = """
    /// Shows the entries as lines of text.
    @MainActor
    struct {{Name}}Screen {
      let model: {{Name}}ViewModel

      var lines: [String] {
        switch model.phase {
        case .loading: ["Loading"]
        case .loaded(let entries): entries.isEmpty ? ["Nothing yet"] : entries
        case .failed(let reason): ["Not loaded: \\(reason)"]
        }
      }
    }

    """

  private static let preview = """
    {{#sampleImports}}
    import {{module}}
    {{/sampleImports}}
    import {{Name}}

    /// Shows the feature alone.
    @main
    struct Preview: {{Name}}Dependencies {
      let initialEntries = ["First", "Second"]

      static func main() async {
        let container = {{Name}}Container(dependencies: Preview(){{runtimeSamples}})
        for line in await container.showScreen() { print(line) }
      }
    }

    """

  private static let fake = """
    @testable import {{Name}}

    /// Answers every load with one fixed result.
    struct Fake{{Name}}Repository: {{Name}}Repository {
      let result: Result<[String], FakeError>

      func entries() throws -> [String] { try result.get() }
    }

    struct FakeError: Error {}

    """

  private static let tests = """
    import Testing

    @testable import {{Name}}

    @MainActor
    struct {{Name}}ViewModelTests {
      @Test func `The entries are loaded`() async {
        let model = {{Name}}ViewModel(
          repository: Fake{{Name}}Repository(result: .success(["First"])))

        await model.load()

        #expect(model.phase == .loaded(["First"]))
        #expect({{Name}}Screen(model: model).lines == ["First"])
      }

      @Test func `A failure is shown`() async {
        let model = {{Name}}ViewModel(
          repository: Fake{{Name}}Repository(result: .failure(FakeError())))

        await model.load()

        #expect(model.phase == .failed(reason: "FakeError()"))
        #expect({{Name}}Screen(model: model).lines == ["Not loaded: FakeError()"])
      }
    }

    """

  private static let compositionRoot = """
    {{#runtimeImports}}
    import {{module}}
    {{/runtimeImports}}
    import {{Name}}

    extension {{container}}: {{Name}}Dependencies {
      var initialEntries: [String] { [] }

      /// Opens the {{words}} scope.
      func make{{Name}}Container({{parameters}}) -> {{Name}}Container {
        {{Name}}Container(dependencies: self{{runtimeArguments}})
      }
    }

    """
}
