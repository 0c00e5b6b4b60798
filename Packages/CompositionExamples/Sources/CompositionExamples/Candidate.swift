import AuthenticationExample
import Basics
import ContainerHierarchyExample
import FactoriesClassExample
import OnDemandExample
import SingleContainerExample
import SourceEvidence

/// One of the four ways to put the graph together.
enum Candidate: String, CaseIterable, Codable {
  case onDemand = "on demand"
  case factoriesClass = "factories class"
  case singleContainer = "single container"
  case containerHierarchy = "hierarchy"

  /// The type that composes this way.
  var type: any AuthenticationComposition.Type {
    switch self {
    case .onDemand: OnDemandComposition.self
    case .factoriesClass: FactoriesClassComposition.self
    case .singleContainer: KooberContainer.self
    case .containerHierarchy: AppContainer.self
    }
  }

  /// The composition that an app moves on from to this one.
  var previous: Candidate? {
    Self.allCases.firstIndex(of: self).flatMap { $0 == 0 ? nil : Self.allCases[$0 - 1] }
  }

  /// Its sources by file name.
  func sources() throws -> [String: String] {
    try exampleSources(of: String(String(reflecting: type).prefix { $0 != "." }))
  }
}

/// Returns the sources of a module by file name, read where this program was built from.
func exampleSources(of module: String) throws -> [String: String] {
  let sources = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
  return try Files.swiftTexts(under: "\(sources.joined(separator: "/"))/\(module)")
}

/// The name of the file that makes the signed-out part.
func signedOutFile(in texts: [String: String]) -> String {
  texts.first { $0.value.contains("WelcomeViewModel()") }?.key ?? ""
}
