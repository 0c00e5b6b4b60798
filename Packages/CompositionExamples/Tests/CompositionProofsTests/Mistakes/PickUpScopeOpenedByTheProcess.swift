import AuthenticationExample
import ContainerHierarchyExample

func open(app: AppContainer, signedIn: SignedInContainer, location: Location) -> PickUpContainer {
  #if MISTAKE
    PickUpContainer(dependencies: app, location: location)
  #else
    PickUpContainer(dependencies: signedIn, location: location)
  #endif
}
