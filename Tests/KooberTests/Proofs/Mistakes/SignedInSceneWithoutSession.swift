import Core

@testable import koober

func scene(after session: UserSession) -> MainViewModel.Scene {
  #if MISTAKE
    .signedIn
  #else
    .signedIn(session)
  #endif
}
