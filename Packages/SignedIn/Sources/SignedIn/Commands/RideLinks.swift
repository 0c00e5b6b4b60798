import Commands
public import Composition
import Core

extension LinkDeclaration {
  /// The links to rides; the product shows in a context what the link leads to.
  public static func rides<Context: SignedInContext>() -> [LinkDeclaration]
  where Product == @MainActor @Sendable (Context) async throws -> Void {
    [
      LinkDeclaration("koober://ride/<id>", .text("id"), meaning: "one of your rides") { id in
        { context in
          let rideRemoteAPI = try await context.signedInContainer().makeRideRemoteAPI()
          try context.print(ride: await rideRemoteAPI.ride(Identifier(id)))
        }
      }
    ]
  }
}
