import Foundation
import Testing

/// What all packages have in common.
struct PackageShapeTests {
  private static let settings = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault",
  ].map { ".enableUpcomingFeature(\"\($0)\"), " }.joined()

  /// What would give a target another language.
  private static let deviations = [
    "enableExperimentalFeature", "swiftLanguage", "defaultIsolation", "interoperabilityMode",
    "strictMemorySafety", "-swift-version", "-upcoming-feature", "-experimental-feature",
    "-strict-concurrency", "-default-isolation", "-cxx-interoperability-mode",
  ]

  @Test func `Every manifest has the same language settings and no others`() throws {
    let folders = try ["Packages", "Tools"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(ProofSources.repository)/\(folder)")
        .map { "\(folder)/\($0)" }
    }
    let manifests = ["Package.swift"] + folders.map { "\($0)/Package.swift" }
    let texts = manifests.compactMap { path in
      (try? String(contentsOfFile: "\(ProofSources.repository)/\(path)", encoding: .utf8))
        .map { (path, $0) }
    }
    #expect(texts.count > 12)
    for (path, text) in texts {
      #expect(text.hasPrefix("// swift-tools-version: 6.3\n"), "\(path)")
      let line = text.split { $0.isWhitespace }.joined(separator: " ")
      #expect(line.contains("[ \(Self.settings)] }"), "\(path)")
      #expect(line.components(separatedBy: "target.swiftSettings = ").count == 2, "\(path)")
      #expect(line.contains("for target in package.targets "), "\(path)")
      #expect(line.components(separatedBy: "enableUpcomingFeature").count == 5, "\(path)")
      #expect(Self.deviations.filter(line.contains) == [], "\(path)")
    }
  }

  @Test func `Each scope's package asks by one public protocol and offers one container`() throws {
    let packages = try ProofSources.scopePackages()
    #expect(packages.count > 4)
    for package in packages {
      let folder = "\(ProofSources.repository)/Packages/\(package)/Sources"
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
        $0.hasSuffix(".swift") && !$0.contains("Testing/")
      }
      var names: [String: Set<String>] = [:]
      for file in files {
        let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        // In such an extension everything would be public without saying so.
        #expect(!text.contains(/public\s+extension/), "\(file)")
        let types = text.matches(
          of: /(?:public|open)\s+(?:\w+\s+)*?(protocol|struct|class|actor|enum|typealias)\s+(\w+)/)
        for type in types {
          names[type.1 == "protocol" ? "protocol" : "type", default: []].insert(String(type.2))
        }
      }
      #expect(
        names["protocol"]?.filter { $0.hasSuffix("Dependencies") } == ["\(package)Dependencies"])
      #expect(names["type"]?.filter { $0.hasSuffix("Container") } == ["\(package)Container"])
    }
  }
}
