public import Basics

extension ExperimentReport {
  /// The report as one object, with null for unknown values.
  public var json: JSON {
    [
      "flag": .optional(flag), "conversion": .optional(conversion), "metric": value?.json ?? .null,
      "verdict": .string(verdict), "confidence": .number(Self.confidence),
      "variants": .array(counts.map(\.jsonWithRate)),
      "comparisons": .array(comparisons.map(\.json)),
      "sampleRatioMismatch": [
        "pValue": .optional(sampleRatio.pValue), "suspected": .boolean(sampleRatio.isSuspected),
      ],
      "warnings": .array(warnings.map(JSON.string)),
      "state": .optional(details.state?.rawValue),
      "plannedRiders": .optional(details.plannedRiders), "phase": .optional(details.phase),
      "phases": .array(
        details.phases.map { phase in
          [
            "number": .optional(phase.number), "since": .string(phase.since),
            "variants": .array(phase.counts.map(\.json)),
          ]
        }),
      "leftOut": .optional(details.leftOut),
      "guardrails": .array(
        details.guardrails.map { guardrail in
          var members = guardrail.members(counts: "variants")
          members["comparisons"] = .array(guardrail.comparisons.map(\.json))
          members["harmed"] = .array(guardrail.harmed.map { .string($0.variant) })
          return .object(members)
        }),
      "segments": .array(
        zip(details.segments, segmentComparisons).map { segment, comparisons in
          var members = segment.members(counts: "variants")
          members["comparisons"] = .array(comparisons.map(\.json))
          return .object(members)
        }),
      "metrics": .array(
        details.metrics.map { metric in
          var members = metric.members
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
      "counts": .array(counts.map(\.json)), "metric": value?.json ?? .null,
      "guardrails": .array(guardrails.map { .object($0.members(counts: "counts")) }),
      "segments": .array(segments.map { .object($0.members(counts: "counts")) }),
      "metrics": .array(metrics.map(\.json)),
    ]
  }
}

extension Guardrail {
  fileprivate func members(counts name: String) -> JSON.Object {
    [
      "conversion": .string(conversion), "mustNot": .string(mustNot.rawValue),
      name: .array(counts.map(\.json)), "metric": value?.json ?? .null,
    ]
  }
}

extension ExperimentSegment {
  fileprivate func members(counts name: String) -> JSON.Object {
    [
      "segment": .string(self.name), name: .array(counts.map(\.json)),
      "metric": value?.json ?? .null,
    ]
  }
}

extension VariantCounts {
  private var members: JSON.Object {
    [
      "variant": .string(variant), "exposed": .optional(exposed),
      "converted": .optional(converted), "weight": .number(weight),
    ]
  }

  fileprivate var json: JSON { .object(members) }

  fileprivate var jsonWithRate: JSON {
    var members = members
    members["rate"] = .optional(proportion.rate)
    members["interval"] = .optional(interval)
    return .object(members)
  }
}

extension MetricSummary {
  fileprivate var json: JSON { .object(members) }

  fileprivate var members: JSON.Object {
    [
      "conversion": .string(conversion), "metric": .string(metric.rawValue),
      "variants": .array(
        rows.map { row in
          var members: JSON.Object = [
            "variant": .string(row.variant), "value": .optional(row.value(metric)),
            "interval": .optional(row.interval(metric)), "riders": .optional(row.sums.riders),
          ]
          for (name, sum) in MetricSums.columns { members[name] = .number(row.sums[keyPath: sum]) }
          return .object(members)
        }),
    ]
  }
}

extension VariantComparison {
  fileprivate var json: JSON {
    [
      "variant": .string(variant), "against": .string(base), "difference": .optional(difference),
      "interval": .optional(interval), "relativeLift": .optional(relativeLift),
      "pValue": .optional(pValue), "adjustedPValue": .optional(adjustedPValue),
      "sequential": [
        "pValue": .optional(sequential?.pValue),
        "adjustedPValue": .optional(adjustedSequentialPValue),
        "interval": .optional(sequential?.interval),
      ],
      "minimumDetectableEffect": .optional(minimumDetectableEffect),
      "ridersStillNeeded": .optional(ridersStillNeeded),
    ]
  }
}

extension JSON {
  fileprivate static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  fileprivate static func optional(_ count: Int?) -> JSON { optional(count.map(Double.init)) }
  fileprivate static func optional(_ number: Double?) -> JSON { number.map(JSON.number) ?? .null }

  fileprivate static func optional(_ interval: ConfidenceInterval?) -> JSON {
    interval.map { [.number($0.low), .number($0.high)] } ?? .null
  }
}
