import Console
import Core
import Terminal

private let plate = Option<String>("plate", help: "The plate of your car.")
private let model = Option<String>("model", help: "Make and model of your car.")
private let kind = Option<RideOptionKind>(
  "option", kind: .caseName("NAME"), help: "Which kind of ride your car serves.")
private let beginning = Option<Location?>(
  "at", kind: .location, help: "Where you are; your location without it.")
private let place = Argument<Location>("LAT,LON", kind: .location, help: "Where you are.")

extension Command where Context: DrivingContext {
  static var register: Command {
    Command(
      "register", summary: "Become a driver, or change your car between two shifts.",
      discussion: """
        The operator of a shared cloud may have to approve you, and each car, before you can go online; \
        'koober drive status' shows it. In the cloud on your own machine everybody may drive.
        """,
      examples: [
        CommandExample(
          "koober drive register --plate 'KBR 042' --model 'Toyota Camry' --option wallabee",
          "Register a small car.")
      ],
      parameters: [plate, model, kind]
    ) { values, context in
      let car = DriverCar(plate: values[plate], model: values[model], option: values[kind])
      try await context.change("Registering your car") { try await $0.register(car) }
    }
  }

  static var online: Command {
    Command(
      "online", summary: "Begin a shift: rides are offered to you from now on.",
      examples: [
        CommandExample("koober drive online", "Begin where you are."),
        CommandExample("koober drive online --at -33.8587,151.2140", "Begin at the Opera House."),
      ],
      parameters: [beginning]
    ) { values, context in
      let container = try await context.drivingContainer()
      let location =
        if let place = values[beginning] { place } else { try await container.currentLocation() }
      try await context.change("Going online") { try await $0.startShift(at: location) }
    }
  }

  static var offline: Command {
    Command(
      "offline", summary: "End your shift; an open offer is declined.",
      examples: [CommandExample("koober drive offline", "End your shift.")]
    ) { _, context in
      try await context.change("Going offline") { try await $0.endShift() }
    }
  }

  static var position: Command {
    Command(
      "at", summary: "Report where you are, every few seconds during a shift.",
      examples: [CommandExample("koober drive at -33.8587,151.2140", "Be at the Opera House.")],
      parameters: [place]
    ) { values, context in
      let remoteAPI = try await context.drivingContainer().drivingRemoteAPI
      try await context.showingActivity("Reporting your position") { _ in
        try await remoteAPI.report(values[place])
      }
      try context.print(["location": values[place]], line: Styled(values[place].description))
    }
  }
}
