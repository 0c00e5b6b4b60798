import Basics

/// That a subject met a variant, or did what an experiment hopes for.
///
/// The only personal data is the subject's identifier.
public struct ExperimentEvent: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// The subject was exposed to a flag's variant.
    ///
    /// `origin` is the level that decided, such as "cloud" or "--flag"; a variant chosen
    /// by hand is no data about riders and can be left out of an analysis. `segment` names
    /// the part of the riders to which the subject belonged then.
    case exposure(flag: String, variant: String, origin: String, segment: String? = nil)
    /// The subject did something, such as "ride_completed"; `value` says how much of it, such as the
    /// fare in cents.
    case conversion(name: String, value: Int? = nil)
  }

  /// Unique, so that a receiver can count an event once.
  public let id: String
  /// An installation or a rider: the targeting key of the scope.
  public let subject: String
  /// When, in milliseconds since 1970-01-01 00:00 UTC.
  public let milliseconds: Int64
  public let kind: Kind

  public init(id: String, subject: String, milliseconds: Int64, kind: Kind) {
    self.id = id
    self.subject = subject
    self.milliseconds = milliseconds
    self.kind = kind
  }

  /// The event as one object: `id`, `subject`, `at`, `type`, and `flag`, `variant`, `origin` and,
  /// if there is one, `segment` of an exposure, or `name` and, if there is one, `value` of a
  /// conversion.
  var json: JSON {
    var json: JSON.Object = [
      "id": .string(id), "subject": .string(subject), "at": .number(Double(milliseconds)),
    ]
    switch kind {
    case .exposure(let flag, let variant, let origin, let segment):
      json["type"] = "exposure"
      json["flag"] = .string(flag)
      json["variant"] = .string(variant)
      json["origin"] = .string(origin)
      json["segment"] = segment.map(JSON.string)
    case .conversion(let name, let value):
      json["type"] = "conversion"
      json["name"] = .string(name)
      json["value"] = value.map { .number(.integer(Int64($0))) }
    }
    return .object(json)
  }

  /// Reads an event; `nil` when the JSON is none.
  init?(_ json: JSON) {
    guard let members = json.object, let id = members["id"]?.text,
      let subject = members["subject"]?.text, let time = members["at"]?.double,
      let milliseconds = Int64(exactly: time), let kind = Kind(members)
    else { return nil }
    self.init(id: id, subject: subject, milliseconds: milliseconds, kind: kind)
  }
}

extension ExperimentEvent.Kind {
  fileprivate init?(_ members: JSON.Object) {
    switch members["type"]?.text {
    case "exposure":
      guard let flag = members["flag"]?.text, let variant = members["variant"]?.text,
        let origin = members["origin"]?.text
      else { return nil }
      self = .exposure(
        flag: flag, variant: variant, origin: origin, segment: members["segment"]?.text)
    case "conversion":
      guard let name = members["name"]?.text else { return nil }
      guard let value = members["value"] else {
        self = .conversion(name: name)
        return
      }
      guard case .number(let number) = value, let whole = number.integer(Int.self) else {
        return nil
      }
      self = .conversion(name: name, value: whole)
    default: return nil
    }
  }
}
