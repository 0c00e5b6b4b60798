public import Basics
import FeatureFlags

extension ExperimentReport {
  /// The report as one object, with null for unknown values.
  public var json: JSON {
    [
      "flag": flag.map(JSON.string) ?? .null,
      "conversion": conversion.map(JSON.string) ?? .null,
      "metric": value?.json ?? .null,
      "verdict": .string(verdict),
      "confidence": .number(Self.confidence),
      "variants": .array(variants.map(\.json)),
      "comparisons": .array(comparisons.map(\.json)),
      "sampleRatioMismatch": [
        "pValue": .optional(sampleRatio.pValue), "suspected": .boolean(sampleRatio.isSuspected),
      ],
      "warnings": .array(warnings.map(JSON.string)),
      "state": details.state.map { .string($0.rawValue) } ?? .null,
      "plannedRiders": .optional(details.plannedRiders.map(Double.init)),
      "phase": .optional(details.phase.map(Double.init)),
      "phases": .array(details.phases.map(\.json)),
      "leftOut": .number(Double(details.leftOut)),
      "guardrails": .array(details.guardrails.map(\.json)),
      "segments": .array(
        zip(details.segments, segmentComparisons).map { segment, comparisons in
          [
            "segment": .string(segment.name), "variants": .array(segment.counts.map(\.json)),
            "metric": segment.value?.json ?? .null,
            "comparisons": .array(comparisons.map(\.json)),
          ]
        }),
      "metrics": .array(
        details.metrics.map { metric in
          var members = metric.json.object ?? JSON.Object()
          members["comparisons"] = .array(metric.comparisons.map(\.json))
          return .object(members)
        }),
    ]
  }
}

extension VariantCountsCSV.Contents {
  /// The counts as one object.
  public var json: JSON {
    [
      "counts": .array(counts.map(\.json)),
      "metric": value?.json ?? .null,
      "guardrails": .array(
        guardrails.map { guardrail in
          [
            "conversion": .string(guardrail.conversion),
            "mustNot": .string(guardrail.mustNot.rawValue),
            "counts": .array(guardrail.counts.map(\.json)),
            "metric": guardrail.value?.json ?? .null,
          ]
        }),
      "segments": .array(
        segments.map { segment in
          [
            "segment": .string(segment.name), "counts": .array(segment.counts.map(\.json)),
            "metric": segment.value?.json ?? .null,
          ]
        }),
      "metrics": .array(metrics.map(\.json)),
    ]
  }
}

extension MetricSummary.Row {
  fileprivate func json(_ metric: Metric) -> JSON {
    [
      "variant": .string(variant), "value": .optional(value(metric)),
      "interval": .optional(interval(metric)),
      "riders": .number(Double(sums.riders)), "sum": .number(sums.sum),
      "squares": .number(sums.squares), "otherSum": .number(sums.otherSum),
      "otherSquares": .number(sums.otherSquares), "products": .number(sums.products),
    ]
  }
}

extension ExperimentReport.Variant {
  fileprivate var json: JSON {
    [
      "variant": .string(name),
      "exposed": .number(Double(proportion.trials)),
      "converted": .number(Double(proportion.successes)),
      "weight": .number(weight),
      "rate": .optional(proportion.rate),
      "interval": .optional(interval),
    ]
  }
}

extension VariantCounts {
  fileprivate var json: JSON {
    [
      "variant": .string(variant), "exposed": .number(Double(exposed)),
      "converted": .number(Double(converted)), "weight": .number(weight),
    ]
  }
}

extension ExperimentPhase {
  fileprivate var json: JSON {
    [
      "number": .number(Double(number)), "since": .string(since),
      "variants": .array(counts.map(\.json)),
    ]
  }
}

extension Guardrail {
  fileprivate var json: JSON {
    [
      "conversion": .string(conversion), "mustNot": .string(mustNot.rawValue),
      "variants": .array(counts.map(\.json)), "metric": value?.json ?? .null,
      "comparisons": .array(comparisons.map(\.json)),
      "harmed": .array(harmed.map { .string($0.variant) }),
    ]
  }
}

extension MetricSummary {
  fileprivate var json: JSON {
    [
      "conversion": .string(conversion), "metric": .string(metric.rawValue),
      "variants": .array(rows.map { $0.json(metric) }),
    ]
  }
}

extension VariantComparison {
  fileprivate var json: JSON {
    [
      "variant": .string(variant),
      "against": .string(base),
      "difference": .optional(difference),
      "interval": .optional(interval),
      "relativeLift": .optional(relativeLift),
      "pValue": .optional(pValue),
      "adjustedPValue": .optional(adjustedPValue),
      "sequential": [
        "pValue": .optional(sequential?.pValue),
        "adjustedPValue": .optional(adjustedSequentialPValue),
        "interval": .optional(sequential?.interval),
      ],
      "minimumDetectableEffect": .optional(minimumDetectableEffect),
      "ridersStillNeeded": .optional(ridersStillNeeded.map(Double.init)),
    ]
  }
}

extension JSON {
  fileprivate static func optional(_ number: Double?) -> JSON {
    number.map(JSON.number) ?? .null
  }

  fileprivate static func optional(_ interval: ConfidenceInterval?) -> JSON {
    interval.map { [.number($0.low), .number($0.high)] } ?? .null
  }
}
