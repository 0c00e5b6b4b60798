import Basics
import Core
import RideUI
import Terminal

/// The fields of the forms of a driver, by the names that the cloud uses.
enum DrivingField: String { case plate, model, code }

typealias DrivingFormScreen = FormScreen<DrivingField>
private typealias DrivingFormModel = ActionFormModel<DrivingField, CloudError>

extension FormScreen where Field == DrivingField {
  /// Returns the form with which a rider becomes a driver, or changes the car.
  static func car(
    for kind: RideOptionKind, _ car: DriverCar?, of driver: DrivingViewModel, _ navigator: Navigator
  ) -> FormScreen {
    let model = DrivingFormModel(
      title: car == nil ? "Register" : "Change car", activity: "Registering your car",
      explanation: ["A car for \(kind.name). Riders see its make, model and plate."]
    ) { form throws(CloudError) in
      try await driver.register(
        DriverCar(plate: form.text(of: .plate), model: form.text(of: .model), option: kind))
    }
    let form = Form<DrivingField>([
      .init(.plate, "Plate", text: car?.plate ?? ""),
      .init(.model, "Make and model", text: car?.model ?? ""),
    ])
    return FormScreen(model: model, form: form, navigator: navigator) { $0.navigator.pop($0) }
  }

  /// Returns the form in which the driver enters the code of a ride.
  static func code(
    of ride: Identifier<Ride>, _ rider: String, _ driver: DrivingViewModel, _ navigator: Navigator
  ) -> FormScreen {
    let model = DrivingFormModel(
      title: "Start the trip", activity: "Starting the trip",
      explanation: ["Ask \(rider) for the four digits that the ride shows."]
    ) { form throws(CloudError) in
      try await driver.start(ride, code: form.text(of: .code))
    }
    return FormScreen(
      model: model, form: Form([.init(.code, "Code")]), navigator: navigator
    ) { $0.navigator.pop($0) }
  }
}
