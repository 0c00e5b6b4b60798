import Basics
import Core
import RideUI
import Terminal

/// The fields of the forms of a driver, by the names that the cloud uses.
enum DrivingField: String { case plate, model, option, position, code }

typealias DrivingFormScreen = FormScreen<DrivingField>
private typealias DrivingFormModel = ActionFormModel<DrivingField, CloudError>

extension FormScreen where Field == DrivingField {
  /// Returns the form with which a rider becomes a driver, or changes the car.
  static func car(_ car: DriverCar?, of driver: DrivingViewModel, _ navigator: Navigator)
    -> FormScreen
  {
    let kinds = RideOptionKind.allCases.map(\.rawValue).joined(separator: ", ")
    let model = DrivingFormModel(
      title: car == nil ? "Register" : "Change car", activity: "Registering your car",
      explanation: ["Riders see make, model and plate of your car."]
    ) { form throws(CloudError) in
      let option = form.text(of: .option).trimmingBlanks.lowercased()
      guard let kind = RideOptionKind(rawValue: option) else {
        throw CloudError.invalid(.option, "The kind of ride is one of \(kinds).")
      }
      try await driver.register(
        DriverCar(plate: form.text(of: .plate), model: form.text(of: .model), option: kind))
    }
    let form = Form<DrivingField>([
      .init(.plate, "Plate", text: car?.plate ?? ""),
      .init(.model, "Make and model", text: car?.model ?? ""),
      .init(.option, "Kind of ride", text: car?.option.rawValue ?? "", placeholder: kinds),
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

  /// Returns the form with which a driver sets the position of the car.
  static func position(
    _ location: Location, of driver: DrivingViewModel, _ navigator: Navigator
  ) -> FormScreen {
    let model = DrivingFormModel(
      title: "Set position", activity: "Reporting your position",
      explanation: ["Latitude and longitude in degrees, for example -33.8587,151.2140."]
    ) { form throws(CloudError) in
      let location: Location
      do throws(LocationError) {
        location = try Location(parsing: form.text(of: .position))
      } catch {
        throw CloudError.invalid(.position, error.description)
      }
      try await driver.move(to: location)
    }
    let form = Form<DrivingField>([.init(.position, "LAT,LON", text: location.description)])
    return FormScreen(model: model, form: form, navigator: navigator) { $0.navigator.pop($0) }
  }
}

extension CloudError {
  /// What was typed into a field is not sent.
  fileprivate static func invalid(_ field: DrivingField, _ message: String) -> CloudError {
    .refused(ErrorResponse(.invalidField, message: message, field: field.rawValue).error)
  }
}
