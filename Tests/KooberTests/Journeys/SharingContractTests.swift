import Core
import CoreTesting
import Sharing
import SharingTesting
import Testing

@testable import koober

/// The cloud's friends and posts, as the app composes them, keep the contracts of their ports.
struct SharingContractTests {
  private let machine: TestMachine
  private let app: AppContainer

  init() throws {
    machine = try TestMachine()
    app = try machine.openProcessScope()
  }

  @Test func `The cloud's friends keep the contract`() async throws {
    let (ada, grace) = (try await rider("Ada"), try await rider("Grace"))
    try await befriend(ada, grace)
    _ = try await rider("Eve").friendsRepository.invite(email: ada.session.profile.email)

    let contract = FriendsRepositoryContract(of: ada.friendsRepository)
    let violations = try await contract.violations()

    #expect(violations == [])
  }

  @Test func `The cloud's posts keep the contract`() async throws {
    let (ada, grace) = (try await rider("Ada"), try await rider("Grace"))
    try await befriend(ada, grace)
    let friend = try #require(try await ada.friendsRepository.friendList().friends.first)
    for text in ["One", "Two"] {
      let post = try await grace.postRepository.createPost(NewPost(text: text))
      let reader = try #require(try await grace.friendsRepository.friendList().friends.first)
      try await grace.postRepository.share(post.id, with: reader)
    }

    let contract = PostRepositoryContract(of: ada.postRepository, friend: friend)
    let violations = try await contract.violations()

    #expect(violations == [])
  }

  /// Opens the scope of a new rider.
  private func rider(_ name: String) async throws -> RiderContainer {
    let account = NewAccount(
      name: name, nickname: name, email: "\(name.lowercased())@example.org",
      mobileNumber: "+61 491 570 156", password: Secret("correct horse"))
    return RiderContainer(
      parent: app,
      session: try await app.coreContainer.cloudClient.call(CloudAPI.signUp, body: account))
  }

  private func befriend(_ rider: RiderContainer, _ other: RiderContainer) async throws {
    _ = try await rider.friendsRepository.invite(email: other.session.profile.email)
    _ = try await other.friendsRepository.invite(email: rider.session.profile.email)
  }
}
