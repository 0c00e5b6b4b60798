import AuthenticationExample
import Composition
import ContainerHierarchyExample

/// Another app that opens the signed-out scope.
struct KioskContainer: OnboardingDependencies {
  let lifetimeMonitor = LifetimeMonitor()
  #if !MISTAKE
    let userSessionRepository: any UserSessionRepository
  #endif
}
