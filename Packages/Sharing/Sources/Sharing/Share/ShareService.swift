import Core

/// Lets friends see posts; a post is created with the first friend and then used again.
actor ShareService {
  private let postRepository: any PostRepository
  private typealias Creation = Task<Result<Post, CloudError>, Never>

  /// The posts that have been created or are being created.
  private var creations: [NewPost: Creation] = [:]

  init(postRepository: any PostRepository) {
    self.postRepository = postRepository
  }

  func share(_ newPost: NewPost, with friend: Friend) async throws(CloudError) -> Post {
    let post = try await createPost(newPost)
    try await postRepository.share(post.id, with: friend)
    return post
  }

  private func createPost(_ newPost: NewPost) async throws(CloudError) -> Post {
    let creation =
      creations[newPost]
      ?? Creation { [postRepository] in
        do throws(CloudError) {
          return .success(try await postRepository.createPost(newPost))
        } catch {
          return .failure(error)
        }
      }
    creations[newPost] = creation
    let outcome = await creation.value
    if case .failure = outcome, creations[newPost] == creation { creations[newPost] = nil }
    return try outcome.get()
  }
}
