import Basics
import Commands
import Core
import FoundationEssentials

/// Whether news ring the bell and show a notification: `KOOBER_ALERTS` > `alerts.json` > on.
struct AlertSetting {
  private struct AlertFile: Decodable {
    let alerts: Value
  }

  private enum Value: String, Decodable {
    case on, off
  }

  let isOn: Bool
  /// Why the variable or the file was left aside.
  let problem: Problem?

  init(environment: [String: String], path: String) {
    let variable = environment["KOOBER_ALERTS"] ?? ""
    if let value = Value(rawValue: variable) {
      (isOn, problem) = (value == .on, nil)
      return
    }
    let hint = #"Write {"alerts": "off"} or {"alerts": "on"}."#
    do {
      let file = try PrivateFile(path: path, followsLinks: true).read()
        .map { try JSONCoding.decode(AlertFile.self, from: Data($0)) }
      isOn = file?.alerts != .off
      problem =
        variable.isEmpty
        ? nil
        : Problem(
          .configuration, code: "badAlerts", message: "KOOBER_ALERTS is neither 'on' nor 'off'.",
          hint: "Correct it.")
    } catch {
      isOn = true
      problem = Problem(
        .configuration, code: "badAlerts", message: "\(path) says nothing about alerts.",
        hint: hint)
    }
  }
}
