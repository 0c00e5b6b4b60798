import AuthenticationExample
import ContainerHierarchyExample

func open(signedIn: SignedInContainer, location: Location) -> PickUpContainer {
  #if MISTAKE
    PickUpContainer(dependencies: signedIn)
  #else
    PickUpContainer(dependencies: signedIn, location: location)
  #endif
}
