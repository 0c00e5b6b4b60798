extension ExperimentReport {
  /// How the differences of what is compared are written.
  var unit: DifferenceUnit { value == nil ? .points : .value }
}

extension VariantCounts {
  /// How many riders converted.
  var line: String {
    let rate = NumberText.percent(Proportion(converted, of: exposed).rate)
    return "\(NumberText.name(variant, length: 32)): \(converted) of \(exposed) riders, \(rate)"
  }
}

extension MetricSummary {
  /// Each variant's value.
  var lines: [String] {
    rows.map { row in
      let value = row.value(metric).map { NumberText.fixed($0, digits: 2) } ?? "-"
      return "\(NumberText.name(row.variant, length: 32)): \(value) (\(row.sums.riders) riders)"
    }
  }
}

extension Guardrail {
  /// Each variant's rate or value.
  var numbers: [String] {
    guard let value else {
      return counts.map {
        "\($0.variant) \(NumberText.percent(Proportion($0.converted, of: $0.exposed).rate))"
      }
    }
    return value.rows.map { row in
      let number = row.value(value.metric).map { NumberText.fixed($0, digits: 2) } ?? "-"
      return "\(row.variant) \(number)"
    }
  }
}

extension ExperimentReport.Comparison {
  private var names: String {
    NumberText.name(variant, length: 16) + " against " + NumberText.name(base, length: 16)
  }

  /// Why there is nothing to compare.
  private func absence(_ unit: DifferenceUnit) -> String {
    unit == .points ? ": no riders yet" : ": too few riders, or nothing varies"
  }

  /// The comparison in one sentence, with the test that is valid at every look.
  func summary(_ unit: DifferenceUnit) -> String {
    guard let difference else { return names + absence(unit) }
    let test =
      sequential.map {
        "p corrected \(NumberText.probability(adjustedSequentialPValue)), interval "
          + unit.text($0.interval)
      } ?? "too few riders have a value"
    return "\(names): \(unit.text(difference)), looked at every day: \(test)"
  }

  /// The comparison in sentences, the first of which names the variants.
  func sentences(_ unit: DifferenceUnit, confidence: String) -> [String] {
    guard let difference, let interval else { return [names + absence(unit)] }
    let lift = relativeLift.map { ", lift " + NumberText.change($0, unit: "%") } ?? ""
    let test =
      sequential.map {
        "p \(NumberText.probability($0.pValue)), corrected "
          + NumberText.probability(adjustedSequentialPValue) + ", interval "
          + unit.text($0.interval)
      } ?? "too few riders have a value"
    var sentences = [
      "\(names): \(unit.text(difference))\(lift)",
      "  \(confidence) interval \(unit.text(interval))",
      "  looked at once: p \(NumberText.probability(pValue)), corrected "
        + NumberText.probability(adjustedPValue),
      "  looked at every day: " + test,
    ]
    if let effect = minimumDetectableEffect {
      sentences.append("  smallest rise that so many riders show: \(unit.text(effect))")
    }
    if let riders = ridersStillNeeded {
      let lift = NumberText.change(ExperimentReport.relevantLift, unit: "%")
      sentences.append(
        riders == 0
          ? "  enough riders to show a lift of \(lift)"
          : "  riders still needed to show a lift of \(lift): \(riders)")
    }
    return sentences
  }
}
