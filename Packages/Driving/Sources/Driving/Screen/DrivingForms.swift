import Basics
import Core
import RideUI
import Terminal

/// The fields of the forms of a driver, by the names that the cloud uses.
enum DrivingField: String { case plate, model, option, position }

typealias DrivingFormModel = ActionFormModel<DrivingField, CloudError>

@MainActor extension DrivingContainer {
  /// Returns the form with which a rider becomes a driver, or changes the car.
  func makeCarForm(for model: DrivingViewModel, navigator: Navigator) -> FormScreen<DrivingField> {
    let kinds = RideOptionKind.allCases.map(\.rawValue).joined(separator: ", ")
    let car = model.driver?.car
    let formModel = DrivingFormModel(
      title: car == nil ? "Register" : "Change car", activity: "Registering your car",
      explanation: ["Riders see make, model and plate of your car."]
    ) { form throws(CloudError) in
      let option = form.text(of: .option).trimmingBlanks.lowercased()
      guard let kind = RideOptionKind(rawValue: option) else {
        throw CloudError.invalid(.option, "The kind of ride is one of \(kinds).")
      }
      try await model.register(
        DriverCar(plate: form.text(of: .plate), model: form.text(of: .model), option: kind))
    }
    let form = Form<DrivingField>([
      .init(.plate, "Plate", text: car?.plate ?? ""),
      .init(.model, "Make and model", text: car?.model ?? ""),
      .init(.option, "Kind of ride", text: car?.option.rawValue ?? "", placeholder: kinds),
    ])
    return FormScreen(model: formModel, form: form, navigator: navigator) { $0.navigator.pop($0) }
  }
}

extension CloudError {
  /// What was typed into a field is not sent.
  static func invalid(_ field: DrivingField, _ message: String) -> CloudError {
    .refused(ErrorResponse(.invalidField, message: message, field: field.rawValue).error)
  }
}
