import Core

/// Lets a friend see a post.
protocol ShareService: AnyObject, Sendable {
  /// Shares a post, which is created with the first friend and then used again.
  func share(_ post: NewPost, with friend: Friend) async throws(CloudError) -> Post
}

/// Shares through the posts of Koober Cloud.
actor CloudShareService: ShareService {
  private let postRepository: any PostRepository
  private var posts: [NewPost: Post] = [:]

  init(postRepository: any PostRepository) {
    self.postRepository = postRepository
  }

  func share(_ newPost: NewPost, with friend: Friend) async throws(CloudError) -> Post {
    let post = try await createPost(newPost)
    try await postRepository.share(post.id, with: friend)
    return post
  }

  private func createPost(_ newPost: NewPost) async throws(CloudError) -> Post {
    if let post = posts[newPost] { return post }
    let post = try await postRepository.createPost(newPost)
    posts[newPost] = post
    return post
  }
}
