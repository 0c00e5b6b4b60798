import Basics
@testable import FeatureFlags
import Basics
import FeatureFlagsTesting
import Testing

struct FileProviderTests {
  private let files = MemoryFiles()

  private func flags(_ value: Int) -> String {
    """
    {"flags":{"f":{"state":"ENABLED","variants":{"v":\(value)},"defaultVariant":"v"}}}
    """
  }

  private func provider() -> FileProvider {
    FileProvider(path: "flags.json", files: files)
  }

  @Test func `A file is read once for each state it is in`() {
    let provider = provider()
    files.write(flags(1), to: "flags.json")

    #expect(provider.refresh() == .reloaded)
    #expect(provider.refresh() == .unchanged)
    #expect(files.reads == 1)
    #expect(provider.definitions.value(of: "f", default: 0) == 1)
    files.write(flags(2), to: "flags.json")
    #expect(provider.definitions.value(of: "f", default: 0) == 1)
    #expect(provider.refresh() == .reloaded)
    #expect(provider.definitions.value(of: "f", default: 0) == 2)
  }

  @Test func `A file that does not exist holds no flags`() {
    let provider = provider()

    #expect(provider.refresh() == .reloaded)
    #expect(provider.definitions.keys.isEmpty)
    files.write(flags(1), to: "flags.json")
    #expect(provider.refresh() == .reloaded)
    files.remove("flags.json")
    #expect(provider.refresh() == .reloaded)
    #expect(provider.definitions.details(for: "f", default: 0).errorCode == .flagNotFound)
  }

  @Test func `A broken new file is reported once and the last good one stays`() throws {
    let provider = provider()
    files.write(flags(1), to: "flags.json")
    _ = provider.refresh()

    files.write("{\"flags\":", to: "flags.json")

    let parseError = try #require(
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: "{\"flags\":") })
    #expect(parseError.description == "line 1, column 10: expected a value, found the end")
    let error = FlagFileError.unusable(path: "flags.json", .malformed(parseError))
    #expect(provider.refresh() == .failed(error))
    #expect(provider.refresh() == .unchanged)
    #expect(provider.definitions.value(of: "f", default: 0) == 1)
    files.write(flags(3), to: "flags.json")
    #expect(provider.refresh() == .reloaded)
    #expect(provider.definitions.value(of: "f", default: 0) == 3)
  }

  @Test func `A file that defines a reserved flag is reported, and the last good one stays`() {
    let provider = FileProvider(path: "flags.json", reserved: ["g", "f2"], files: files)
    files.write(flags(1), to: "flags.json")
    _ = provider.refresh()

    files.write(flags(2).replacing(#""f""#, with: #""f2""#), to: "flags.json")

    #expect(
      provider.refresh() == .failed(.unusable(path: "flags.json", .reserved(flag: "f2"))))
    #expect(provider.definitions.value(of: "f", default: 0) == 1)
  }

  @Test func `A file that cannot be read is reported once and tried again`() {
    let provider = provider()
    files.write(flags(1), to: "flags.json")
    _ = provider.refresh()

    files.write(flags(2), to: "flags.json")
    files.fail("flags.json", with: 13)

    let refresh = provider.refresh()
    guard case .failed(let error) = refresh else {
      Issue.record("expected a failure, not \(refresh)")
      return
    }
    #expect(error.description == "flags.json: Permission denied.")
    #expect(provider.refresh() == .unchanged)
    #expect(provider.definitions.value(of: "f", default: 0) == 1)
    files.fail("flags.json", with: nil)
    #expect(provider.refresh() == .reloaded)
    #expect(provider.definitions.value(of: "f", default: 0) == 2)
  }

  @Test func `A file is loaded at once, or the error distinguishes unreadable from unusable`()
    throws
  {
    files.write(flags(5), to: "good.json")
    files.write("[]", to: "bad.json")

    #expect(try FlagDefinitions(file: "good.json", files: files).value(of: "f", default: 0) == 5)
    #expect(throws: FlagFileError.unreadable(FileError(errorNumber: 2, path: "gone.json"))) {
      try FlagDefinitions(file: "gone.json", files: files)
    }
    #expect(
      throws: FlagFileError.unusable(
        path: "bad.json", .notDefinitions(problem: "it is not an object"))
    ) {
      try FlagDefinitions(file: "bad.json", files: files)
    }
  }
}
