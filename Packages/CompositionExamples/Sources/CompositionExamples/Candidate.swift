public import AuthenticationExample
import ContainerHierarchyExample
import FactoriesClassExample
import OnDemandExample
import SingleContainerExample

/// One of the four ways to put the graph together.
public enum Candidate: String, CaseIterable, Sendable {
  case onDemand = "on demand"
  case factoriesClass = "factories class"
  case singleContainer = "single container"
  case containerHierarchy = "container hierarchy"

  /// The type that composes this way.
  public var type: any AuthenticationComposition.Type {
    switch self {
    case .onDemand: OnDemandComposition.self
    case .factoriesClass: FactoriesClassComposition.self
    case .singleContainer: SingleContainerComposition.self
    case .containerHierarchy: ContainerHierarchyComposition.self
    }
  }

  /// Whether what is global in it is fixed for the process, so that each graph needs its own process.
  public var needsOwnProcess: Bool { self == .onDemand }

  /// The composition that an app moves on from to this one.
  var previous: Candidate? {
    switch self {
    case .onDemand: nil
    case .factoriesClass: .onDemand
    case .singleContainer: .factoriesClass
    case .containerHierarchy: .singleContainer
    }
  }

  /// The folder of its sources, beside the one of the graph's parts.
  var folder: String {
    switch self {
    case .onDemand: "OnDemandExample"
    case .factoriesClass: "FactoriesClassExample"
    case .singleContainer: "SingleContainerExample"
    case .containerHierarchy: "ContainerHierarchyExample"
    }
  }

  /// The file that makes the signed-out part.
  var signedOutFile: String {
    switch self {
    case .onDemand: "OnDemandComposition.swift"
    case .factoriesClass: "KooberObjectFactories.swift"
    case .singleContainer: "KooberContainer.swift"
    case .containerHierarchy: "OnboardingContainer.swift"
    }
  }
}
