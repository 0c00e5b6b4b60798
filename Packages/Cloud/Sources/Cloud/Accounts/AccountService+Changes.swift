import CloudDomain
import CloudStore
import Core
import FoundationEssentials

extension AccountService {
  func changeProfile(
    _ typed: ProfileChange, of rider: RiderID, from address: String?
  ) throws -> RiderProfile {
    let change = typed.normalized
    guard let account = try store.account(of: rider) else { throw APIError.notSignedIn }
    let isNewEmail = change.email != account.profile.email
    // One from before the present rules stays.
    if let problem = change.problems.first(where: { isNewEmail || $0.field != .email }) {
      throw APIError.invalid(problem)
    }
    if isNewEmail {
      guard let password = change.password else {
        throw APIError.invalid(
          "password", "Another e-mail opens the account, so the password is needed.",
          hint: "Type your password.")
      }
      try check(password, of: account, from: address)
    }
    let profile = RiderProfile(
      id: rider, name: change.name, nickname: change.nickname, email: change.email,
      mobileNumber: change.mobileNumber)
    guard try store.replaceProfile(with: profile) else { throw APIError.emailTaken(change.email) }
    audit.record(.profileChange, by: .rider(rider), from: address)
    return profile
  }

  func changePassword(
    _ change: PasswordChange, of rider: RiderID, tokenHash: [UInt8], from address: String?
  ) throws {
    guard let account = try store.account(of: rider) else { throw APIError.notSignedIn }
    let own = [account.profile.name, account.profile.nickname, account.profile.email]
    if let problem = FieldError.checkingNewPassword(change.new, of: own) {
      throw APIError.invalid(problem)
    }
    try check(change.current, of: account, from: address)
    let isChanged = try store.changePasswordHash(
      of: rider, old: account.passwordHash, new: hasher.hash(change.new), keepingSession: tokenHash)
    guard isChanged else {
      throw APIError(
        .changedMeanwhile, message: "The password was changed by another request.",
        hint: "Try again with the newer one.")
    }
    audit.record(.passwordChange, by: .rider(rider), from: address)
  }

  func resetPassword(_ reset: PasswordReset, from address: String?) throws -> UserSession {
    if let problem = FieldError.checkingNewPassword(reset.password, of: [reset.email]) {
      throw APIError.invalid(problem)
    }
    let account = try store.account(email: reset.email.normalizedEmail)
    // All of it is done for an unknown e-mail too: the time does not reveal who has an account.
    let hash = try hasher.hash(reset.password)
    let now = clock.now.inWholeMilliseconds
    let id = account?.profile.id ?? Identifier(randomBytes.makeIdentifier())
    let profile =
      account?.profile
      ?? RiderProfile(id: id, name: "", nickname: "", email: reset.email, mobileNumber: "")
    let codeHash = PasswordResetCode.hash(reset.code)
    // Only who has the code is told that the password is the rider's own name.
    if let problem = FieldError.checkingNewPassword(
      reset.password, of: [profile.name, profile.nickname]),
      try store.isPasswordResetCode(codeHash, of: profile.id, now: now)
    {
      throw APIError.invalid(problem)
    }
    let (session, record) = openSession(for: profile, account?.flagSubject, now: now)
    let isReset = try store.resetPassword(
      of: id, codeHash: codeHash, to: hash, session: record, now: now)
    guard isReset else {
      audit.record(.passwordChangeFailure, by: .email(reset.email), from: address)
      throw APIError.wrongCode
    }
    audit.record(.passwordReset, by: .rider(id), from: address)
    return session
  }

  func delete(_ rider: RiderID, _ deletion: AccountDeletion, from address: String?) throws {
    guard let account = try store.account(of: rider) else { throw APIError.notSignedIn }
    try check(deletion.password, of: account, from: address)
    guard try store.removeAccount(rider, now: clock.now.inWholeMilliseconds) else {
      throw APIError(
        .rideUnderway, message: "A ride with you is under way.",
        hint: "Delete your account when it has ended.")
    }
    audit.record(.accountDeletion, by: .rider(rider), from: address)
  }

  private func check(_ password: Secret, of account: AccountRecord, from address: String?) throws {
    guard try hasher.isPassword(password, of: account.passwordHash) else {
      audit.record(.passwordChangeFailure, by: .rider(account.profile.id), from: address)
      throw APIError(
        .wrongCredentials, message: "The password is not yours.",
        hint: "Type the password with which you sign in.", field: "password")
    }
  }
}

extension APIError {
  /// The same error for an unknown e-mail, a wrong code and one that is void.
  fileprivate static let wrongCode = APIError(
    .wrongCredentials, message: "The e-mail and the code do not match, or the code is void.",
    hint: "Check both, or ask the operator of the cloud for a new code.", field: "code")
}
