import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct AccountChangesTests {
  private let cloud = TestCloud()
  private let client: CloudClient
  private let old = Secret("correct horse")
  private let new = Secret("battery staple")

  init() {
    client = cloud.makeClient()
  }

  private func signIn(_ password: Secret, as email: String = "johnny@gmail.com") async throws
    -> UserSession
  {
    try await client.call(
      CloudAPI.signIn, body: Credentials(email: email, password: password))
  }

  private func isOpen(_ session: UserSession) async -> Bool {
    (try? await client.call(CloudAPI.profile, session: session)) != nil
  }

  // MARK: - The profile

  @Test func `A profile is changed as a sign-up would store it`() async throws {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    var change = ProfileChange(session.profile)
    change.name = " Johnny Smith "
    change.mobileNumber = "0491 570 157"

    let changed = try await client.call(CloudAPI.changeProfile, body: change, session: session)

    #expect(changed.name == "Johnny Smith")
    #expect(changed.mobileNumber == "0491 570 157")
    #expect(try await client.call(CloudAPI.profile, session: session) == changed)
  }

  @Test func `Another e-mail needs the password and opens the account then`() async throws {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    var change = ProfileChange(session.profile)
    change.email = "Johnny@Example.com"

    let missing = await expectRefusal(.invalidField) {
      try await client.call(CloudAPI.changeProfile, body: change, session: session)
    }
    change.password = new
    await expectRefusal(.wrongCredentials) {
      try await client.call(CloudAPI.changeProfile, body: change, session: session)
    }
    change.password = old
    _ = try await client.call(CloudAPI.changeProfile, body: change, session: session)

    #expect(missing?.field == "password")
    #expect(try await signIn(old, as: "johnny@example.com").profile.email == "johnny@example.com")
    await expectRefusal(.wrongCredentials) { try await signIn(old) }
  }

  @Test func `An e-mail that has an account is refused`() async throws {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let ann = try await client.signUp("Ann")
    var change = ProfileChange(session.profile)
    change.email = ann.profile.email
    change.password = old

    await expectRefusal(.emailTaken) {
      try await client.call(CloudAPI.changeProfile, body: change, session: session)
    }
  }

  @Test func `A wrong field of a profile is named`() async throws {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    var change = ProfileChange(session.profile)
    change.name = ""

    let detail = await expectRefusal(.invalidField) {
      try await client.call(CloudAPI.changeProfile, body: change, session: session)
    }

    #expect(detail?.field == "name")
  }

  // MARK: - The password

  @Test func `A new password ends the other sessions and no other rider's`() async throws {
    let first = try await client.call(CloudAPI.signUp, body: .johnny)
    let second = try await signIn(old)
    let ann = try await client.signUp("Ann")

    _ = try await client.call(
      CloudAPI.changePassword, body: PasswordChange(current: old, new: new), session: second)

    #expect(await isOpen(second))
    #expect(await !isOpen(first))
    #expect(await isOpen(ann))
    await expectRefusal(.wrongCredentials) { try await signIn(old) }
    _ = try await signIn(new)
  }

  @Test func `A password is changed only by who knows it, and not to a common one`() async throws {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)

    let wrong = await expectRefusal(.wrongCredentials) {
      try await client.call(
        CloudAPI.changePassword, body: PasswordChange(current: new, new: new), session: session)
    }
    await expectRefusal(.invalidField) {
      try await client.call(
        CloudAPI.changePassword, body: PasswordChange(current: old, new: Secret("password")),
        session: session)
    }

    #expect(wrong?.field == "password")
    _ = try await signIn(old)
  }

  // MARK: - A forgotten password

  private func reset(_ code: Secret, email: String = "johnny@gmail.com") async throws -> UserSession
  {
    try await client.call(
      CloudAPI.resetPassword, body: PasswordReset(email: email, code: code, password: new))
  }

  private func makeCode() async throws -> Secret {
    let resets = CloudContainer(dependencies: cloud).makePasswordResets()
    return try #require(try await resets.createCode(for: " Johnny@gmail.com ")).code
  }

  @Test func `A code sets no password that is the rider's own name`() async throws {
    let session = try await client.call(
      CloudAPI.signUp,
      body: NewAccount(
        name: "Johnny Appleseed", nickname: "johnnychen", email: "johnny@gmail.com",
        mobileNumber: "+61 491 570 156", password: old))
    let code = try await makeCode()
    let own = ["Johnny Appleseed", "johnnychen", "johnny@gmail.com"]
    #expect([session.profile.name, session.profile.nickname, session.profile.email] == own)

    // Only the e-mail is known to who has no code.
    for (code, refusals) in [
      (Secret("wrong"), [ErrorResponse.Code.wrongCredentials, .wrongCredentials, .invalidField]),
      (code, [.invalidField, .invalidField, .invalidField]),
    ] {
      for (password, refusal) in zip(own, refusals) {
        await expectRefusal(refusal) {
          try await client.call(
            CloudAPI.resetPassword,
            body: PasswordReset(
              email: session.profile.email, code: code, password: Secret(password)))
        }
      }
    }

    _ = try await reset(code)
  }

  @Test func `A code sets a password once and ends all sessions`() async throws {
    let first = try await client.call(CloudAPI.signUp, body: .johnny)
    let code = try await makeCode()

    let typed = Secret(" " + code.revealed.uppercased().replacing("-", with: " "))
    let session = try await reset(typed)

    #expect(session.profile == first.profile)
    #expect(await isOpen(session))
    #expect(await !isOpen(first))
    _ = try await signIn(new)
    await expectRefusal(.wrongCredentials) { try await reset(code) }
  }

  @Test func `A code is void after an hour, after another one and after a change`() async throws {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let late = try await makeCode()
    cloud.manualClock.advance(by: .seconds(3600))
    await expectRefusal(.wrongCredentials) { try await reset(late) }

    let replaced = try await makeCode()
    let current = try await makeCode()
    await expectRefusal(.wrongCredentials) { try await reset(replaced) }
    _ = try await client.call(
      CloudAPI.changePassword, body: PasswordChange(current: old, new: old), session: session)
    await expectRefusal(.wrongCredentials) { try await reset(current) }

    #expect(await isOpen(session))
  }

  @Test func `A wrong code and an unknown e-mail are refused alike`() async throws {
    _ = try await client.call(CloudAPI.signUp, body: .johnny)
    let code = try await makeCode()

    let wrong = await expectRefusal(.wrongCredentials) { try await reset(Secret("0000")) }
    let unknown = await expectRefusal(.wrongCredentials) {
      try await reset(code, email: "ann@example.com")
    }

    #expect(wrong == unknown)
    let resets = CloudContainer(dependencies: cloud).makePasswordResets()
    #expect(try await resets.createCode(for: "ann@example.com") == nil)
  }

  // MARK: - Sessions

  @Test func `A rider sees the own sessions and revokes one`() async throws {
    let first = try await client.call(CloudAPI.signUp, body: .johnny)
    _ = try await client.signUp("Ann")
    cloud.manualClock.advance(by: .seconds(60))
    let second = try await signIn(old)

    let sessions = try await client.call(CloudAPI.sessions, session: second).sessions
    let other = try #require(sessions.last)
    _ = try await client.call(
      CloudAPI.revokeSession, parameters: SessionParameters(session: other.id), session: second)

    #expect(sessions.map(\.isCurrent) == [true, false])
    #expect(sessions.map(\.openedAt) == [cloud.clock.now, cloud.clock.now - 60])
    #expect(await !isOpen(first))
    #expect(await isOpen(second))
  }

  // MARK: - Everything

  /// Johnny and Ann are friends, and each has shared a ride with the other.
  private func makeFriends() async throws -> (johnny: UserSession, ann: UserSession) {
    let johnny = try await client.call(CloudAPI.signUp, body: .johnny)
    let ann = try await client.signUp("Ann")
    for (session, other) in [(johnny, ann), (ann, johnny)] {
      _ = try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: other.profile.email), session: session)
    }
    for (session, other) in [(johnny, ann), (ann, johnny)] {
      let ride = try await client.requestRide(session: session)
      let post = try await client.call(
        CloudAPI.createPost, body: NewPost(text: "Look", ride: ride.id), session: session)
      _ = try await client.call(
        CloudAPI.sharePost, parameters: PostParameters(post: post.id),
        body: PostRecipient(friend: other.profile.id), session: session)
    }
    return (johnny, ann)
  }

  @Test func `An export has everything of the rider and nothing else of others`() async throws {
    let (johnny, ann) = try await makeFriends()
    for email in ["a@example.com", "b@example.com"] {
      _ = try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: email), session: johnny)
    }

    let export = try await client.call(CloudAPI.exportAccount, session: johnny)

    #expect(export.profile == johnny.profile)
    #expect(export.signedUpAt == cloud.clock.now)
    #expect(export.sessions.map(\.isCurrent) == [true])
    #expect(export.rides.count == 1)
    #expect(export.friends.friends.map(\.id) == [ann.profile.id])
    // In the order of the list, not in that of the database, which changes with what is stored.
    #expect(export.friends.sent.map(\.email) == ["b@example.com", "a@example.com"])
    #expect(export.posts.map { $0.sharedWith.map(\.id) } == [[ann.profile.id]])
    #expect(export.inbox.map(\.from.id) == [ann.profile.id])
  }

  @Test func `An export has its lists in the order in which they are shown`() async throws {
    let johnny = try await client.call(CloudAPI.signUp, body: .johnny)
    let friends = CloudAPI.inviteFriend
    for name in ["Zoe", "Ann", "Mia", "Vic", "Bob"] {
      let other = try await client.signUp(name)
      cloud.manualClock.advance(by: .seconds(1))
      _ = try await client.call(
        friends, body: NewFriend(email: johnny.profile.email), session: other)
      guard name != "Mia", name != "Bob" else { continue }
      _ = try await client.call(
        friends, body: NewFriend(email: other.profile.email), session: johnny)
      guard name != "Vic" else { continue }
      let post = try await client.call(
        CloudAPI.createPost, body: NewPost(text: name), session: other)
      _ = try await client.call(
        CloudAPI.sharePost, parameters: PostParameters(post: post.id),
        body: PostRecipient(friend: johnny.profile.id), session: other)
      _ = try await client.call(
        CloudAPI.createPost, body: NewPost(text: "To \(name)"), session: johnny)
    }
    for name in ["Xen", "Cleo"] {
      let other = try await client.signUp(name)
      _ = try await client.call(
        friends, body: NewFriend(email: johnny.profile.email), session: other)
      _ = try await client.call(
        CloudAPI.blockRider, parameters: RiderParameters(rider: other.profile.id), session: johnny)
    }
    for _ in 0..<2 {
      let ride = try await client.requestRide(session: johnny)
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: johnny)
      cloud.manualClock.advance(by: .seconds(1))
    }
    _ = try await signIn(old)

    let export = try await client.call(CloudAPI.exportAccount, session: johnny)

    #expect(export.friends.friends.map(\.name) == ["Ann", "Vic", "Zoe"])
    #expect(export.friends.received.map(\.from.name) == ["Bob", "Mia"])
    #expect(export.blocked.map(\.name) == ["Cleo", "Xen"])
    #expect(export.inbox.map(\.text) == ["Ann", "Zoe"])
    #expect(export.posts.map(\.post.text) == ["To Ann", "To Zoe"])
    #expect(export.sessions.map(\.isCurrent) == [false, true])
    #expect(export.rides.map(\.requestedAt) == export.rides.map(\.requestedAt).sorted(by: >))
    #expect(export.rides.count == 2)
  }

  @Test func `A deleted account leaves nothing with its friends`() async throws {
    let (johnny, ann) = try await makeFriends()
    let deletion = AccountDeletion(password: old)

    await expectRefusal(.wrongCredentials) {
      try await client.call(
        CloudAPI.deleteAccount, body: AccountDeletion(password: new), session: johnny)
    }
    _ = try await client.call(CloudAPI.deleteAccount, body: deletion, session: johnny)

    #expect(await !isOpen(johnny))
    await expectRefusal(.wrongCredentials) { try await signIn(old) }
    let left = try await client.call(CloudAPI.exportAccount, session: ann)
    #expect(left.friends == FriendList(friends: []))
    #expect(left.inbox.isEmpty)
    #expect(left.rides.count == 1)
    #expect(left.posts.map(\.sharedWith) == [[]])
    _ = try await client.call(CloudAPI.signUp, body: .johnny)
  }
}
