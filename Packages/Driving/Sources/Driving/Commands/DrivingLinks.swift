import Commands
public import Composition
public import Terminal

extension LinkDeclaration {
  /// The link into driving; the product shows in a context what the link leads to.
  public static func driving<Context: DrivingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    drive { try await $0.printDriver() }
  }

  /// The same link in the application; the product makes the screen that the link opens.
  public static func drivingScreens<Context: DrivingContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context, Navigator) async throws -> any NavigableScreen {
    drive { try await $0.drivingContainer().makeDrivingScreen(navigator: $1) }
  }

  private static func drive(_ product: Product) -> [LinkDeclaration] where Product: Sendable {
    [LinkDeclaration("koober://drive", meaning: "your shift as a driver") { product }]
  }
}
