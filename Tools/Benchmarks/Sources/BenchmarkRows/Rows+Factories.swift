import BenchmarkGraph
public import BenchmarkKit
import Composition

extension Rows {
  /// The cost of creating by a factory.
  public static let factories = [factoryCreate, factoryFirstUse]

  private static let factoryCreate = Benchmark.paired(
    "Factory.create(payload:), dependency present",
    target: "≤ 1.2 × floor, 1 allocation, no lock",
    prepare: { _ in FactoryFixture() },
    floor: { fixture in
      fixture.kept.value = RideScreen(
        dependency: fixture.container.dependency, payload: RideScreen.Payload(ride: 1))
    },
    work: { fixture in
      let payload = RideScreen.Payload(ride: 1)
      fixture.kept.value = fixture.container.rideScreenFactory.create(payload: payload)
    })

  private static let factoryFirstUse = Benchmark.paired(
    "a new Factory and its first create(payload:)",
    target: "no promise",
    prepare: { _ in FactoryFixture() },
    floor: { fixture in
      fixture.kept.value = RideScreen(
        dependency: fixture.container.dependency, payload: RideScreen.Payload(ride: 1))
    },
    work: { fixture in
      let dependency = fixture.container.dependency
      let factory = RideScreen.Factory(dependency: dependency)
      fixture.kept.value = factory.create(payload: RideScreen.Payload(ride: 1))
    })
}

/// The fixture of the rows about factories.
struct FactoryFixture {
  let container = RideContainer(app: AppContainer())
  let kept = Kept<RideScreen>()
}
