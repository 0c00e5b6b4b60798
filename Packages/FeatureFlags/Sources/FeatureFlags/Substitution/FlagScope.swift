import Basics
import Synchronization

/// The flags of one scope, constant during its life.
///
/// The scope keeps the definitions, the overrides and the time of its beginning; later changes
/// affect the next scope. An exposure is recorded once per scope and flag.
public final class FlagScope: Sendable {
  public let context: EvaluationContext
  public let flags: LayeredProvider
  private let recorder: (any ExposureRecorder)?
  private let eventFactory: EventFactory
  private let exposed = Mutex<Set<CodeUnits>>([])

  /// Begins a scope.
  ///
  /// - Parameters:
  ///   - flags: The flags; the scope keeps their current state.
  ///   - context: The evaluation context; its targeting key is the subject of events, its segment that of
  ///     exposures.
  ///   - recorder: Records exposures and conversions; `nil` in a program without experiments.
  ///   - eventFactory: Creates events; its clock is also the time of the evaluation.
  public init(
    flags: LayeredProvider, context: EvaluationContext,
    recorder: (any ExposureRecorder)? = nil, eventFactory: EventFactory = .system
  ) {
    self.flags = flags.frozen(at: Int(eventFactory.now() / 1000))
    self.context = context
    self.recorder = recorder
    self.eventFactory = eventFactory
  }

  /// Returns a flag's variant in this scope, and the level that decided it.
  public func explain(_ flag: String) -> FlagExplanation { flags.explain(flag, context: context) }

  /// Returns a flag's value in this scope; `fallback` without one of its type.
  public func value<Value: FlagValue>(of flag: String, default fallback: Value) -> Value {
    flags.value(of: flag, default: fallback, context: context)
  }

  /// Records a conversion of the scope's subject, such as "ride_requested".
  ///
  /// Without a targeting key there is no subject, and nothing is recorded.
  ///
  /// - Parameters:
  ///   - name: The name of the subject's action.
  ///   - value: How much of it, such as the fare in cents.
  ///   - id: Identifies what was done, so that it counts once however often it is recorded; `nil`
  ///     when each call is about something else.
  ///   - time: When, in milliseconds since 1970-01-01 00:00 UTC; `nil` for now.
  public func recordConversion(
    _ name: String, value: Int? = nil, id: String? = nil, at time: Int64? = nil
  ) {
    guard let subject = context.targetingKey else { return }
    recorder?.record(
      eventFactory.event(.conversion(name: name, value: value), subject: subject, id: id, at: time))
  }

  /// Records an exposure of the scope's subject, the first time only.
  func recordExposure(flag: String, variant: String, origin: String) {
    guard let subject = context.targetingKey,
      exposed.withLock({ $0.insert(CodeUnits(flag)).inserted })
    else { return }
    let exposure = ExperimentEvent.Kind.exposure(
      flag: flag, variant: variant, origin: origin, segment: context.segment)
    recorder?.record(eventFactory.event(exposure, subject: subject))
  }
}
