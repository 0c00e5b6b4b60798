import Composition
import Testing

private struct CloudShareService: ShareService {
  func share(_ post: Post, with friend: String) async throws {}
}

private struct FileShareService: ShareService {
  func share(_ post: Post, with friend: String) async throws {}
}

private struct AppContainer: SharingDependencies {
  let shareService: any ShareService
  let lifetimeMonitor = LifetimeMonitor()

  init(shareService: any ShareService) {
    self.shareService = shareService
  }

  init() {
    #if FileBasedShareService
      self.init(shareService: FileShareService())
    #else
      self.init(shareService: CloudShareService())
    #endif
  }
}

/// Answers one scope with another service, and everything else as the real parent does.
private struct SharingOnFiles: SharingDependencies {
  let app: AppContainer

  let shareService: any ShareService = FileShareService()
  var lifetimeMonitor: LifetimeMonitor { app.lifetimeMonitor }
}

/// Decides anew for each sharing scope, and never within one.
private struct SwitchedApp: SharingDependencies {
  let app: AppContainer
  let shareService: any ShareService

  init(app: AppContainer, usesFiles: () -> Bool) {
    self.app = app
    shareService = usesFiles() ? FileShareService() : CloudShareService()
  }

  var lifetimeMonitor: LifetimeMonitor { app.lifetimeMonitor }
}

struct SubstitutionTests {
  @Test func `The condition decides when the program is compiled`() {
    #expect(AppContainer().shareService is CloudShareService)
  }

  @Test func `The composition root decides when the program starts`() {
    let arguments = ["--share", "file"]

    let app =
      arguments.contains("file")
      ? AppContainer(shareService: FileShareService())
      : AppContainer()

    #expect(app.shareService is FileShareService)
  }

  @Test func `A scope is opened with other answers`() {
    let app = AppContainer()

    let overridden = SharingOnFiles(app: app)

    #expect(overridden.shareService is FileShareService)
    #expect(app.shareService is CloudShareService)
  }

  @Test func `A scope keeps what was decided when it was opened`() {
    let app = AppContainer()
    var usesFiles = false

    let first = SwitchedApp(app: app, usesFiles: { usesFiles })
    usesFiles = true
    let second = SwitchedApp(app: app, usesFiles: { usesFiles })

    #expect(first.shareService is CloudShareService)
    #expect(second.shareService is FileShareService)
  }
}
