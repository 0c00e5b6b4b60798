import Basics
import Composition
import Core
import RideUI
import Terminal

/// The field of the form of a tip, by the name that the cloud uses.
enum TipField: String { case minorUnits }

@MainActor extension SignedInContainer {
  /// Returns the form in which a rider types the amount of a tip.
  func makeTipForm(_ ride: Ride, navigator: Navigator) -> FormScreen<TipField> {
    let tipping = makeWaitingForPickupViewModelFactory().create(payload: ride)
    let most = Money(currency: ride.price.currency, minorUnits: RideTip.most)
    let model = ActionFormModel<TipField, CloudError>(
      title: "Give a tip", activity: "Sending the tip",
      explanation: ["In \(ride.price.currency), at most \(most), for example 3.50."],
      check: { form in
        let amount = Money.minorUnits(parsing: form.text(of: .minorUnits).trimmingBlanks) ?? 0
        return (1...RideTip.most).contains(amount)
          ? [] : [(.minorUnits, "Type an amount of at most \(most), for example 3.50.")]
      }
    ) { form throws(CloudError) in
      let amount = Money.minorUnits(parsing: form.text(of: .minorUnits).trimmingBlanks) ?? 0
      try await tipping.sendTip(amount)
    }
    return FormScreen(
      model: model, form: Form([.init(.minorUnits, "Amount")]), navigator: navigator
    ) { $0.navigator.pop($0) }
  }
}
