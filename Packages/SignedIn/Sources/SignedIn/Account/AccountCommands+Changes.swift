import Commands
import Core
import Terminal

private let fullName = Option<String?>("name", help: "Your full name.")
private let nickname = Option<String?>("nickname", help: "How you want to be addressed.")
private let email = Option<String?>(
  "email", help: "Your e-mail address; it needs your password, too.")
private let phone = Option<String?>("phone", help: "Your mobile number.")
let passwordStdin = Flag(
  "password-stdin", help: "Read the password from the standard input.")
private let passwordsStdin = Flag(
  "password-stdin", help: "Read the password and the new one, a line each, from standard input.")

extension Command where Context: SignedInContext {
  static var accountEdit: Command {
    Command(
      "edit", summary: "Change your profile.",
      examples: [
        CommandExample("koober account edit --phone 0491570157", "Change your mobile number.")
      ],
      parameters: [fullName, nickname, email, phone, passwordStdin]
    ) { values, context in
      let dependencies = try await context.signedInContainer().dependencies
      let current = dependencies.session.profile
      var change = ProfileChange(current)
      if let typed = values[fullName] { change.name = typed }
      if let typed = values[nickname] { change.nickname = typed }
      if let typed = values[email] { change.email = typed }
      if let typed = values[phone] { change.mobileNumber = typed }
      guard change != ProfileChange(current) else {
        throw Problem(
          .usage, code: "nothingToChange", message: "Nothing is to be changed.",
          hint: "Pass --name, --nickname, --email or --phone.")
      }
      if let problem = change.problems.first {
        throw Problem(.usage, code: "invalidField", message: problem.message, hint: "")
      }
      if change.normalized.email != current.email {
        change.password = try await AccountPrompts(
          terminal: context.terminal, passwordStdin: values[passwordStdin]
        ).password()
      }
      let session = try await context.showingActivity("Changing your profile") { [change] _ in
        try await dependencies.userSessionRepository.changeProfile(
          change, of: dependencies.session)
      }
      try context.print(profile: session.profile)
    }
  }

  static var accountPassword: Command {
    Command(
      "password", summary: "Change your password; your other sessions end.",
      examples: [
        CommandExample("koober account password", "Type the old one and the new one."),
        CommandExample(
          "koober account password --password-stdin < passwords.txt", "Change it from a script."),
      ],
      parameters: [passwordsStdin]
    ) { values, context in
      let remoteAPI = try await context.signedInContainer().makeAccountRemoteAPI()
      let (current, new) = try await AccountPrompts(
        terminal: context.terminal, passwordStdin: values[passwordsStdin]
      ).secretAndNewPassword("Password")
      if let problem = FieldError.checkingNewPassword(new) {
        throw Problem(.usage, code: "invalidField", message: problem.message, hint: "")
      }
      try await context.showingActivity("Changing your password") { _ in
        try await remoteAPI.changePassword(PasswordChange(current: current, new: new))
      }
      try context.print(["changed": true]) {
        try context.terminal.writeLine(
          "Your password is changed; your other sessions have ended.")
      }
    }
  }
}
