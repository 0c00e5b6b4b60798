import AuthenticationExample

#if MISTAKE
  import ContainerHierarchyExample
#endif

/// A feature that is built on its own sees what its manifest declares, and no other feature.
struct SharingContainer {
  let userSessionRepository: any UserSessionRepository
}
