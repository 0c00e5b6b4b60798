import Basics
import AuthenticationExample
import Testing
import Synchronization

extension Credentials {
  static let johnny = Credentials(email: "johnny@gmail.com", password: "secret")
  static let rosa = Credentials(email: "rosa@gmail.com", password: "hidden")
}

extension Location {
  static let georgeStreet = Location(latitude: -33.858129, longitude: 151.209390)
}

/// Under which conditions a behavior is checked.
struct Setting {
  let composition: any AuthenticationComposition.Type
  let storage: Storage
}

/// One graph over an outside that a check can look into.
@MainActor
struct Graph {
  let main: MainViewModel
  let store: any UserSessionDataStore
  let variant = Switch()
  private let folder: TemporaryFolder?

  /// Prepares a graph on a new store that holds this text, or nothing.
  init(_ setting: Setting, stored text: String? = nil) throws {
    switch setting.storage {
    case .memory:
      folder = nil
      store = InMemoryUserSessionDataStore(bytes: text.map { Array($0.utf8) })
    case .file:
      let folder = try TemporaryFolder()
      if let text { try folder.write(text, to: "session") }
      self.folder = folder
      store = FileUserSessionDataStore(path: folder.path(of: "session"))
    }
    main = Self.root(setting, store: store, variant: variant)
  }

  /// Prepares a graph on a store of the check's own.
  init(_ setting: Setting, store: any UserSessionDataStore) {
    self.store = store
    folder = nil
    main = Self.root(setting, store: store, variant: variant)
  }

  private static func root(
    _ setting: Setting, store: any UserSessionDataStore, variant: Switch
  ) -> MainViewModel {
    let outside = Outside(
      authRemoteAPI: InMemoryAuthRemoteAPI(accounts: [.johnny, .rosa]),
      userSessionDataStore: store,
      rideRemoteAPIVariant: { variant.value })
    return setting.composition.init(outside: outside).makeMainViewModel()
  }

  var storedSession: UserSession? {
    get throws { try store.read(using: LineUserSessionCoder()) }
  }

  func onboarding() throws -> OnboardingViewModel {
    guard case .onboarding(let onboarding) = main.state else {
      throw Unexpected("the signed-out part")
    }
    return onboarding
  }

  func welcome() throws -> WelcomeViewModel {
    guard case .welcome(let welcome) = try onboarding().screen else {
      throw Unexpected("the welcome screen")
    }
    return welcome
  }

  func signInForm() throws -> SignInViewModel {
    try onboarding().goToSignIn()
    guard case .signIn(let form) = try onboarding().screen else {
      throw Unexpected("the sign-in form")
    }
    return form
  }

  func signUpForm() throws -> SignUpViewModel {
    try onboarding().goToSignUp()
    guard case .signUp(let form) = try onboarding().screen else {
      throw Unexpected("the sign-up form")
    }
    return form
  }

  func signedIn() throws -> SignedInViewModel {
    guard case .signedIn(let signedIn) = main.state else {
      throw Unexpected("the signed-in part")
    }
    return signedIn
  }

  func pickUp() throws -> PickMeUpViewModel {
    guard let pickUp = try signedIn().pickUp else {
      throw Unexpected("a pick-up")
    }
    return pickUp
  }
}

/// Which ride API the next pick-up is to use.
final class Switch: Sendable {
  private let variant = Mutex(RideRemoteAPIVariant.grid)

  var value: RideRemoteAPIVariant { variant.withLock { $0 } }

  func set(_ value: RideRemoteAPIVariant) {
    variant.withLock { $0 = value }
  }
}

/// A store on a disk that takes nothing.
struct FullUserSessionDataStore: UserSessionDataStore {
  func read(using coder: any UserSessionCoding) -> UserSession? { nil }

  func save(
    _ session: UserSession, using coder: any UserSessionCoding
  ) throws(AuthenticationError) {
    throw .storeFailed(path: "/full")
  }

  func delete() {}
}
