import Commands
public import Composition
import Core
public import Terminal

extension LinkDeclaration {
  /// The links to rides; the product shows in a context what the link leads to.
  public static func rides<Context: SignedInContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    ride { id in
      { context in
        let rideRemoteAPI = try await context.signedInContainer().makeRideRemoteAPI()
        try context.print(ride: await rideRemoteAPI.ride(id))
      }
    }
  }

  /// The screens that links to rides open in the application.
  public static func rideScreens<Context: SignedInContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context, Navigator) async throws -> any NavigableScreen {
    ride { id in
      { context, navigator in
        let container = try await context.signedInContainer()
        let ride = try await container.makeRideRemoteAPI().ride(id)
        return container.makeRideScreens(for: context.rideFlow, navigator: navigator)(ride)
      }
    }
  }

  private static func ride(
    _ product: @escaping @Sendable (Identifier<Ride>) -> Product
  ) -> [LinkDeclaration] {
    [
      LinkDeclaration("koober://ride/<id>", .text("id"), meaning: "one of your rides") {
        product(Identifier($0))
      }
    ]
  }
}
