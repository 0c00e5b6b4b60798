import Core

extension RiderContainer: CoreDependencies {
  var cloudTransport: any CloudTransport { parent.makeCloudTransport(in: flagScope) }

  func makeCoreContainer() -> CoreContainer { CoreContainer(dependencies: self) }
}
