/// The profile of a rider, visible to that rider only.
public struct RiderProfile: Codable, Hashable, Sendable {
  public let id: Identifier<RiderProfile>
  public let name: String
  /// How the rider is addressed.
  public let nickname: String
  public let email: String
  public let mobileNumber: String

  public init(
    id: Identifier<RiderProfile>, name: String, nickname: String, email: String,
    mobileNumber: String
  ) {
    (self.id, self.name, self.nickname) = (id, name, nickname)
    (self.email, self.mobileNumber) = (email, mobileNumber)
  }
}
