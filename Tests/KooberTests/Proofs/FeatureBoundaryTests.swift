import Basics
import CoreTesting
import Foundation
import SourceEvidence
import Testing

/// A feature that is built on its own sees what its manifest declares, and no other feature.
@Suite(.timeLimit(.minutes(10)))
struct FeatureBoundaryTests {
  static let features = ["Auth", "Onboarding", "SignedIn", "Sharing"]

  @Test(arguments: features)
  func `A feature cannot import another one, the app or the cloud`(feature: String) throws {
    let compiler = try Compiler(seeingOnly: Manifest(package: feature).modulesInReach())

    for module in Self.features + ["Cloud", "koober"] where module != feature {
      let verdict = try compiler.check(["Probe.swift": "import \(module)\n"], module: feature)

      #expect(!verdict.accepts)
      #expect(verdict.output.contains("error: no such module '\(module)'"), "\(verdict.output)")
    }
  }

  @Test(arguments: features)
  func `A feature can import Core`(feature: String) throws {
    let compiler = try Compiler(seeingOnly: Manifest(package: feature).modulesInReach())

    let verdict = try compiler.check(
      ["Probe.swift": "import Core\nlet client: CloudClient? = nil\n"], module: feature)

    #expect(verdict.accepts)
    #expect(verdict.output == "")
  }
}

/// What a package declares, as the package manager reads it.
private struct Manifest: Decodable {
  private struct Target: Decodable {
    let name: String
    let type: String
  }

  private struct Dependency: Decodable {
    struct Folder: Decodable {
      let path: String
    }

    let fileSystem: [Folder]?
  }

  private let targets: [Target]
  private let dependencies: [Dependency]

  /// Reads the manifest of one of the repository's packages.
  init(package: String) throws {
    try self.init(folder: "\(ProofSources.repository)/Packages/\(package)")
  }

  private init(folder: String) throws {
    let scratch = try TemporaryFolder()
    let outcome = try withExtendedLifetime(scratch) {
      try Subprocess.run(
        "swift",
        ["package", "--package-path", folder, "--scratch-path", scratch.path, "dump-package"])
    }
    try #require(outcome.status == .exited(0), "\(outcome.errorText)")
    self = try JSONDecoder().decode(Manifest.self, from: Data(outcome.output))
  }

  /// The modules of all packages that this one depends on, directly or not.
  func modulesInReach() throws -> [String] {
    let folders = dependencies.flatMap { $0.fileSystem ?? [] }
    return try Set(
      folders.flatMap { folder in
        let manifest = try Manifest(folder: folder.path)
        let own = manifest.targets.filter { $0.type == "regular" }.map(\.name)
        return try own + manifest.modulesInReach()
      }
    ).sorted()
  }
}
