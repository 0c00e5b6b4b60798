import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct AccountServiceTests {
  private let cloud = TestCloud()

  @Test func `A rider who signed up is known by the session`() async throws {
    let client = cloud.makeClient()

    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let profile = try await client.call(CloudAPI.profile, session: session)

    #expect(profile == session.profile)
    #expect(profile.name == "Johnny Appleseed")
    #expect(profile.email == "johnny@gmail.com")
    #expect(session.remoteSession.expiresAt == cloud.clock.now + 180 * 24 * 3600)
    #expect(session.remoteSession.token.revealed.utf8.count == 43)
  }

  @Test func `Every rider has a subject of experiments that others do not know`() async throws {
    let client = cloud.makeClient()
    var sessions = [try await client.signUp("Ann")]
    for name in ["Bob", "Carl"] {
      var account = NewAccount.named(name)
      account.flagSubject = "installation"
      sessions.append(try await client.call(CloudAPI.signUp, body: account))
    }

    let subjects = sessions.map(\.remoteSession.flagSubject)
    #expect(subjects[1] == "installation")
    #expect(Set(subjects).count == 3)
    for (subject, session) in zip(subjects, sessions) {
      #expect(subject != nil && subject != session.profile.id.rawValue)
    }
  }

  @Test(arguments: ["johnny@gmail.com", "johnnyappleseed7", "Appleseed!", "koober123"])
  func `A password that is the rider's own name is refused everywhere`(text: String) async throws {
    let client = cloud.makeClient()
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let change = PasswordChange(current: Secret("correct horse"), new: Secret(text))

    let detail = await expectRefusal(.invalidField) {
      try await client.call(CloudAPI.changePassword, body: change, session: session)
    }

    #expect(detail?.field == "password")
  }

  @Test func `A rider signs in with blanks and capitals in the e-mail`() async throws {
    let client = cloud.makeClient()
    let signedUp = try await client.call(CloudAPI.signUp, body: .johnny)

    let credentials = Credentials(email: " Johnny@GMAIL.com ", password: Secret("correct horse"))
    let signedIn = try await client.call(CloudAPI.signIn, body: credentials)

    #expect(signedIn.profile == signedUp.profile)
    #expect(signedIn.remoteSession.token != signedUp.remoteSession.token)
  }

  @Test func `An e-mail can have one account`() async throws {
    let client = cloud.makeClient()
    _ = try await client.call(CloudAPI.signUp, body: .johnny)

    await expectRefusal(.emailTaken) {
      try await client.call(CloudAPI.signUp, body: .johnny)
    }
  }

  @Test func `A wrong password and an unknown e-mail are refused alike`() async throws {
    let client = cloud.makeClient()
    _ = try await client.call(CloudAPI.signUp, body: .johnny)

    let wrong = await expectRefusal(.wrongCredentials) {
      let typed = Credentials(email: "johnny@gmail.com", password: Secret("wrong"))
      return try await client.call(CloudAPI.signIn, body: typed)
    }
    let unknown = await expectRefusal(.wrongCredentials) {
      let typed = Credentials(email: "nobody@gmail.com", password: Secret("wrong"))
      return try await client.call(CloudAPI.signIn, body: typed)
    }

    let message = wrong?.message.replacing("johnny@", with: "nobody@")
    #expect(message == unknown?.message)
    #expect(wrong?.hint == unknown?.hint)
    #expect(wrong?.field == unknown?.field)
  }

  @Test(arguments: [
    ("name", NewAccount.johnny.with(\.name, "")),
    ("email", NewAccount.johnny.with(\.email, "johnny")),
    ("mobileNumber", NewAccount.johnny.with(\.mobileNumber, "call me")),
    ("password", NewAccount.johnny.with(\.password, Secret("short"))),
  ])
  func `A wrong field is named`(field: String, account: NewAccount) async {
    let detail = await expectRefusal(.invalidField) {
      try await cloud.makeClient().call(CloudAPI.signUp, body: account)
    }

    #expect(detail?.field == field)
  }

  @Test func `A session ends with the sign-out`() async throws {
    let client = cloud.makeClient()
    let session = try await client.call(CloudAPI.signUp, body: .johnny)

    _ = try await client.call(CloudAPI.signOut, session: session)

    await expectRefusal(.notSignedIn) {
      try await client.call(CloudAPI.profile, session: session)
    }
  }

  @Test func `A changed cost of hashing applies from the next sign-in on`() async throws {
    let credentials = Credentials(
      email: "johnny@gmail.com", password: Secret("correct horse"))
    var cloud = cloud
    _ = try await cloud.makeClient().call(CloudAPI.signUp, body: .johnny)
    cloud.passwordHashing = PasswordHashingCost(passes: 2, memory: 16 << 10)

    _ = try await cloud.makeClient().call(CloudAPI.signIn, body: credentials)

    let hash = try cloud.database.store.account(email: "johnny@gmail.com")?.passwordHash
    #expect(hash?.hasPrefix("$argon2id$v=19$m=16,t=2,p=1$") == true)
    _ = try await cloud.makeClient().call(CloudAPI.signIn, body: credentials)
  }
}

extension NewAccount {
  fileprivate func with<Value>(
    _ field: WritableKeyPath<NewAccount, Value>, _ value: Value
  ) -> NewAccount {
    var account = self
    account[keyPath: field] = value
    return account
  }
}
