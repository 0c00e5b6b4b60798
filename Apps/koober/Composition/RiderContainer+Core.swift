import Core

extension RiderContainer: CoreDependencies {
  var cloudTransport: any CloudTransport {
    let (main, session) = (parent.mainViewModel, session)
    return SessionEndTransport(
      transport: parent.makeCloudTransport(in: flagScope), ownEndings: parent.sessionEndings
    ) {
      await main.sessionEnded(session)
    }
  }

  func makeCoreContainer() -> CoreContainer { CoreContainer(dependencies: self) }
}
