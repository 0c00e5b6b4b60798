import CloudDomain
import CloudStore
import Core
import FeatureFlags
import FoundationEssentials

/// Records how long riders have waited in each window, and by which matcher, for the reports of
/// experiments on the flag `dispatch-matching`: a subject is a window.
struct MatchingExperiment: Sendable {
  private let store: SQLStore
  private let clock: any WallClock
  private let events: ExperimentEventService

  init(_ dependencies: any CloudDependencies) {
    store = dependencies.database.store
    clock = dependencies.clock
    events = ExperimentEventService(
      store: store, clock: clock, flags: dependencies.makeFlagSource())
  }

  /// The last window whose rides have been picked up by now.
  var lastWindow: MatchingWindow {
    MatchingWindow(at: clock.now - DispatchRules.lastPickup - DispatchRules.window)
  }

  /// Records the windows of a week that no server has recorded.
  func record(through last: MatchingWindow) throws {
    guard let variants = try events.flags.definitions.variants(of: DispatchFlags.matchingKey)
    else { return }
    let windows = (0..<DispatchRules.recordedWindows).map { age in
      MatchingWindow(at: last.start - Double(age) * DispatchRules.window)
    }
    for window in try store.unrecorded(windows) { try record(window, variants) }
  }

  /// Records a window, unless it has no mean, or the flag did not choose the matcher all the time.
  /// One of two matchers has two exposures, so that it is left out of the report.
  func record(_ window: MatchingWindow, _ variants: [String]) throws {
    let offers = try store.acceptedOffers(in: window)
    let matchers = offers.compactMap { $0.matching }
    let pickedUp = offers.reduce(0) { $0 + $1.pickedUp }
    guard pickedUp > 0, matchers.count == offers.count,
      matchers.allSatisfy({ variants.contains($0) })
    else { return }
    let milliseconds = offers.reduce(0) { $0 + $1.milliseconds }
    let seconds = (Double(milliseconds) / Double(pickedUp) / 1000).rounded()
    var batch = matchers.map { matcher in
      ExperimentEventRecord(
        id: window.eventID(matcher), subject: window.subject,
        milliseconds: window.start.milliseconds, kind: .exposure, flag: DispatchFlags.matchingKey,
        variant: matcher, origin: "cloud")
    }
    batch.append(conversion(.secondsToPickup, Int(seconds), of: window))
    let count = try store.ridesWithoutDriver(in: window)
    if count > 0 { batch.append(conversion(.ridesWithoutDriver, count, of: window)) }
    _ = try events.record(ExperimentEventBatch(events: batch), from: nil, isOwn: true)
  }

  private func conversion(
    _ conversion: Conversion, _ value: Int, of window: MatchingWindow
  ) -> ExperimentEventRecord {
    ExperimentEventRecord(
      id: window.eventID(conversion.rawValue), subject: window.subject,
      milliseconds: window.start.milliseconds, kind: .conversion, name: conversion.rawValue,
      value: value)
  }
}
