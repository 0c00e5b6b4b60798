import Synchronization

/// The key of the database that signs quotes, which is read once.
final class SigningKey: Sendable {
  private let store: SQLStore
  private let known = Mutex<QuoteSigner?>(nil)

  init(store: SQLStore) { self.store = store }

  var signer: QuoteSigner {
    get throws(StoreError) {
      if let signer = known.withLock({ $0 }) { return signer }
      let signer = QuoteSigner(key: try store.signingKey())
      known.withLock { $0 = signer }
      return signer
    }
  }
}
