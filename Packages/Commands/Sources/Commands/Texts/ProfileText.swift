public import Core
public import Terminal

extension RiderProfile {
  /// The whole profile, as commands and screens show it.
  public var record: KeyValueList {
    KeyValueList([
      ("Name", Styled(name)), ("Nickname", Styled(nickname)), ("E-mail", Styled(email)),
      ("Mobile number", Styled(mobileNumber)),
    ])
  }
}

extension ConsoleContext {
  public func print(profile: RiderProfile) throws {
    try print(["profile": profile]) { try terminal.write(profile.record) }
  }
}
