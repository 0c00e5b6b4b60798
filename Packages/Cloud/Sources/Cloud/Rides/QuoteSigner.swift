import Basics
import CloudDomain
import CloudStore
import Core
import CSodium
import FoundationEssentials
import Synchronization

/// Makes quotes, and reads the prices of those that riders accept.
///
/// A quote is signed and not stored: a look at prices writes nothing, and each server of a database
/// knows the quotes of the others by the one key that the database has. It cannot be taken back, so
/// it ends soon. Its identifier is the end, the price, and HMAC-SHA512-256 over them, the rider, the
/// ends of the trip and the kind of ride, all in hexadecimal. Source of the function: libsodium,
/// "Secret-key authentication".
struct QuoteSigner: Sendable {
  let key: [UInt8]

  /// What a quote is for.
  struct Subject {
    let rider: RiderID
    let trip: Trip
    let kind: RideOptionKind
  }

  func quote(_ price: Money, for subject: Subject, at time: Date) -> Quote {
    let end = (time.timeIntervalSince1970 + RideRules.quote).rounded(.down)
    let terms = Self.bytes(UInt64(max(0, end))) + Self.bytes(UInt64(price.minorUnits))
    let id = Hexadecimal.encode(terms + signature(of: terms, subject))
    return Quote(id: Identifier(id), expiresAt: Date(timeIntervalSince1970: end))
  }

  /// Returns the price of a quote; throws for one that has ended or is not for this rider and trip.
  func price(
    of quote: Identifier<Quote>, for subject: Subject, at time: Date
  ) throws(APIError) -> Money {
    guard let bytes = Hexadecimal.decode(quote.rawValue.utf8), bytes.count > 16 else {
      throw .quoteInvalid
    }
    let (terms, signature) = (Array(bytes[..<16]), Array(bytes[16...]))
    let expected = self.signature(of: terms, subject)
    // The time to compare says nothing about the signature.
    guard signature.count == expected.count,
      sodium_memcmp(signature, expected, expected.count) == 0
    else { throw .quoteInvalid }
    guard Double(Self.number(terms[..<8])) > time.timeIntervalSince1970 else { throw .quoteExpired }
    return Money(currency: FareSchedule.currency, minorUnits: Int(Self.number(terms[8...])))
  }

  private func signature(of terms: [UInt8], _ subject: Subject) -> [UInt8] {
    let trip = subject.trip
    let ends = [
      trip.pickupLatitude, trip.pickupLongitude, trip.dropoffLatitude, trip.dropoffLongitude,
    ]
    let text = "\(subject.rider)\n\(subject.kind.rawValue)\n\(FareSchedule.currency)"
    let message = terms + ends.flatMap { Self.bytes($0.bitPattern) } + Array(text.utf8)
    var signature = [UInt8](repeating: 0, count: crypto_auth_bytes())
    crypto_auth(&signature, message, UInt64(message.count), key)
    return signature
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

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

extension APIError {
  fileprivate static let quoteInvalid = APIError(
    .quoteInvalid, message: "The quote is not one for this rider, trip and kind of ride.",
    hint: "Ask for the options of the trip, and request one of them.", field: "quote")

  fileprivate static let quoteExpired = APIError(
    .quoteExpired, message: "The quote has expired.",
    hint: "Ask for the options of the trip again.", field: "quote")
}
