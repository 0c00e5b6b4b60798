extension ExperimentReport {
  /// The decision that the numbers allow, in one sentence.
  ///
  /// It rests on the test that is valid at every look, corrected for the number of comparisons, so
  /// that it may be read every day.
  public var verdict: String {
    guard variants.contains(where: { $0.proportion.trials > 0 }) else {
      return "No decision yet: no rider has met a variant."
    }
    guard !sampleRatio.isSuspected else {
      return "No decision: the riders are not split as configured; find the cause first."
    }
    guard let base = comparisons.first?.base else {
      return "No decision: there is one variant only, and nothing to compare it with."
    }
    if let (guardrail, harm) = harm {
      return "Stop \(Self.name(harm.variant)): \(guardrail.name) must not "
        + "\(guardrail.mustNot.rawValue), and does (\(guardrail.unit.effect(harm)))."
    }
    let shown = comparisons.filter(\.isShown)
    let rising = shown.filter { $0.difference ?? 0 > 0 }
    if let best = rising.max(by: { $0.difference ?? 0 < $1.difference ?? 0 }) {
      let name = value.map { $0.shortName + " " } ?? ""
      return "Ship \(Self.name(best.variant)): \(name)\(unit.effect(best))."
    }
    if shown.count == comparisons.count {
      let list = shown.map { "\(Self.name($0.variant)): \(unit.effect($0))" }.joined(
        separator: "; ")
      return "Keep \(Self.name(base)): every other variant is worse (\(list))."
    }
    let open = comparisons.filter { !$0.isShown }
    let lift = NumberText.change(Self.relevantLift, unit: "%")
    guard let needed = open.map({ $0.ridersStillNeeded ?? .max }).max(), needed < .max else {
      return value == nil
        ? "No decision yet: too few riders have converted."
        : "No decision yet: too few riders have a value."
    }
    return needed == 0
      ? "Keep \(Self.name(base)): enough riders were asked to show a lift of \(lift), and none is shown."
      : "No decision yet: \(needed) more riders are needed to show a lift of \(lift)."
  }

  /// The first harm that is shown, and where.
  private var harm: (Guardrail, Comparison)? {
    details.guardrails.lazy.compactMap { guardrail in
      guardrail.harmed.first.map { (guardrail, $0) }
    }.first
  }

  private static func name(_ variant: String) -> String { NumberText.name(variant, length: 32) }
}

extension Guardrail {
  /// The name of the guarded conversion or value, for people.
  var name: String { value?.shortName ?? NumberText.name(conversion, length: 32) }

  var unit: DifferenceUnit { value == nil ? .points : .value }
}

extension MetricSummary {
  /// The name with a conversion that is cut to a length and has no control characters.
  var shortName: String {
    let short = NumberText.name(conversion, length: 32)
    return MetricSummary(conversion: short, metric: metric, rows: []).name
  }
}

extension DifferenceUnit {
  fileprivate func effect(_ comparison: ExperimentReport.Comparison) -> String {
    guard let difference = comparison.difference, let interval = comparison.sequential?.interval
    else { return "no riders yet" }
    let lift =
      self == .value
      ? comparison.relativeLift.map { " (\(NumberText.change($0, unit: "%")))" } ?? "" : ""
    return text(difference) + lift + ", surely between " + text(interval, between: "and")
  }
}
