public import Basics

extension CloudAPI {
  public static let flags = Endpoint<Empty, Empty, JSON.Object>(
    .flags, .get, "/flags", access: .anyone, isTagged: true,
    summary: "Returns the definitions of the flags, in flagd's format.")

  public static let replaceFlags = Endpoint<Empty, JSON.Object, Empty>(
    .replaceFlags, .put, "/flags", access: .administrator, isTagged: true,
    summary: "Replaces the definitions of the flags, if they are still those that were read.")
}
