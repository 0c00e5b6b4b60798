import Composition
import FeatureFlags
import Greeter
import ScopeTesting
import Terminal
import Testing

/// The rules that hold in every scope of the feature.
struct GreeterScopeTests {
  @Test(arguments: greeter.proofs)
  func `The scope keeps its rules`(proof: ScopeProof) async throws { try await proof.check() }

  private static let greeter = ScopeUnderTest(
    of: "Greeter", flags: .greeter,
    variants: [
      .of(salutation, ["plain": "Hello", "loud": "HELLO"], metIn: ["scene greeting"])
    ],
    parent: { Surroundings($0) }, open: { GreeterContainer(dependencies: $0) },
    makers: [
      .scene(
        .greeting(name: "Ada"), [.sees("Press"), .presses(.enter), .sees(", Ada.")]
      ) { $0 }
    ])
}

/// The scope around the feature.
private struct Surroundings: GreeterDependencies, VisitorBook {
  let flagScope: FlagScope
  let lifetimeMonitor: LifetimeMonitor
  private let ports: PortRecord

  @MainActor init(_ surroundings: ScopeSurroundings) {
    flagScope = surroundings.flagScope
    lifetimeMonitor = surroundings.lifetimeMonitor
    ports = surroundings.ports
  }

  var visitors: any VisitorBook { self }
  func enter(_ name: String) { ports.note("enter \(name)") }
}
