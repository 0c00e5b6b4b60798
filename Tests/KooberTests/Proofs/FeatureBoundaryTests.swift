import Basics
import BasicsTesting
import CoreTesting
import Foundation
import SourceEvidence
import Testing

/// A feature that is built on its own sees what its manifest declares, and no other feature.
struct FeatureBoundaryTests {
  static let features = ["Auth", "Onboarding", "SignedIn", "Sharing", "Driving"]

  @Test(arguments: features)
  func `A feature cannot import another one, the app or the cloud`(feature: String) async throws {
    let compiler = try Compiler(seeingOnly: await Manifests.shared.modulesInReach(of: feature))

    for module in Self.features + ["Cloud", "koober"] where module != feature {
      let verdict = try compiler.check(["Probe.swift": "import \(module)\n"], module: feature)

      #expect(!verdict.accepts)
      #expect(verdict.output.contains("error: no such module '\(module)'"), "\(verdict.output)")
    }
  }

  @Test(arguments: features)
  func `A feature can import Core`(feature: String) async throws {
    let compiler = try Compiler(seeingOnly: await Manifests.shared.modulesInReach(of: feature))

    let verdict = try compiler.check(
      ["Probe.swift": "import Core\nlet client: CloudClient? = nil\n"], module: feature)

    #expect(verdict.accepts)
    #expect(verdict.output == "")
  }
}

/// The manifests that were read: the package manager takes seconds for each.
private actor Manifests {
  static let shared = Manifests()

  private var reading: [String: Task<Manifest, any Error>] = [:]

  /// Returns the modules of all packages that one of the repository's depends on, directly or not.
  func modulesInReach(of package: String) async throws -> [String] {
    var modules: Set<String> = []
    var folders = try await manifest(of: "\(ProofSources.repository)/Packages/\(package)").folders
    var seen: Set<String> = []
    while let folder = folders.popLast() {
      guard seen.insert(folder).inserted else { continue }
      let manifest = try await manifest(of: folder)
      modules.formUnion(manifest.modules)
      folders += manifest.folders
    }
    return modules.sorted()
  }

  private func manifest(of folder: String) async throws -> Manifest {
    if let task = reading[folder] { return try await task.value }
    let task = Task { try await Manifest(folder: folder) }
    reading[folder] = task
    return try await task.value
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

  init(folder: String) async throws {
    let scratch = try TemporaryFolder()
    let process = try Subprocess(
      "swift",
      ["package", "--package-path", folder, "--scratch-path", scratch.path, "dump-package"],
      output: .captured, error: .captured)
    // Other tests go on meanwhile.
    let status = await process.end()
    try #require(status == .exited(0), "\(String(decoding: process.error, as: UTF8.self))")
    self = try JSONDecoder().decode(Manifest.self, from: Data(process.output))
  }

  /// The folders of the packages that it depends on.
  var folders: [String] { dependencies.flatMap { $0.fileSystem ?? [] }.map(\.path) }

  var modules: [String] { targets.filter { $0.type == "regular" }.map(\.name) }
}
