import Terminal

/// How a screen of the signed-in scope ends.
enum SignedInStep: Equatable {
  /// The scene has changed.
  case moved
  /// Profile and rides are shown over the scene, which then continues.
  case profile
  case rides
  case leave(SignedInOutcome)
}

/// The screen of a scene, which can be left for another screen and be shown again.
@MainActor
protocol SceneScreen: AnyObject, DrawnScreen<SignedInStep> {
  /// The scene to show instead.
  var step: SignedInStep? { get set }
  /// The other features that the rider can go to.
  var otherFeatures: [MenuEntry] { get }
}

extension SceneScreen {
  /// The action that opens the profile.
  var profileAction: KeyAction {
    KeyAction(.control("p"), "Profile") { [self] in step = .profile }
  }

  /// Everywhere that a rider can go who is not typing.
  var menu: [KeyAction] {
    [profileAction]
      + otherFeatures.map { entry in
        KeyAction(entry.key, Styled(entry.title)) { [self] in step = .leave(.open(entry)) }
      }
      + [
        KeyAction(.character("r"), "Rides") { [self] in step = .rides },
        KeyAction(.character("q"), "Quit") { [self] in step = .leave(.quit) },
      ]
  }
}
