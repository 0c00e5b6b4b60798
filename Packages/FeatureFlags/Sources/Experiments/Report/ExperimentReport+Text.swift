extension ExperimentReport {
  /// The narrowest text.
  private static let minimumWidth = 40

  /// The report in plain characters, each line at most `width` characters long; lines of prose are
  /// wrapped, and a terminal of less than 40 characters is treated as one of 40.
  ///
  /// - Parameters:
  ///   - width: The width of the terminal, in characters.
  ///   - hasPictures: Whether intervals are drawn, too; a screen reader reads a list without.
  public func text(width: Int, hasPictures: Bool = true) -> String {
    let width = max(Self.minimumWidth, width)
    var lines = heading(width) + TextLayout.wrapped(verdict, width: width) + [""]
    let details = detailLines
    lines += details.flatMap { TextLayout.wrapped(NumberText.visible($0), width: width) }
    if !details.isEmpty { lines.append("") }
    for warning in warnings {
      lines += TextLayout.wrapped("! " + NumberText.visible(warning), width: width) + [""]
    }
    lines += hasPictures ? variantLines(width) : variantList(width)
    if !comparisons.isEmpty { lines += [""] + comparisonLines(width, hasPictures) }
    for line in metricLines + segmentLines { lines += TextLayout.wrapped(line, width: width) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func heading(_ width: Int) -> [String] {
    let parts = [flag.map { "Flag \($0)" }, conversion.map { "conversion \($0)" }]
      .compactMap { $0 }
    return parts.isEmpty
      ? [] : [NumberText.name(parts.joined(separator: ", "), length: width), ""]
  }

  /// What there is to know before the numbers: the phase, who is not counted, the guardrails.
  private var detailLines: [String] {
    var lines: [String] = []
    if let state = details.state {
      let planned = details.plannedRiders.map { ", planned for \($0) riders" } ?? ""
      lines.append("The experiment is \(state.rawValue)\(planned).")
    }
    for phase in details.phases {
      let split = phase.counts.map { "\($0.variant) \(NumberText.weight($0.weight))" }
      let riders = phase.counts.reduce(0) { $0 + $1.exposed }
      let mark = phase.number == details.phase && details.phases.count > 1 ? ", reported here" : ""
      lines.append(
        "Phase \(phase.number) since \(phase.since): \(split.joined(separator: ", ")); "
          + "\(riders) riders\(mark).")
    }
    if details.leftOut > 0 {
      lines.append("Left out, because they met two variants: \(details.leftOut) riders.")
    }
    for guardrail in details.guardrails {
      let rates = guardrail.counts.map {
        "\($0.variant) \(NumberText.percent(Proportion($0.converted, of: $0.exposed).rate))"
      }
      let harmed = guardrail.harmed.map(\.variant)
      lines.append(
        "Guardrail \(guardrail.conversion), must not \(guardrail.mustNot.rawValue): "
          + rates.joined(separator: ", ")
          + (harmed.isEmpty
            ? "; no harm is shown." : "; HARMED: \(harmed.joined(separator: ", ")).")
      )
    }
    return lines
  }

  /// The compared values.
  private var metricLines: [String] {
    details.metrics.flatMap { metric in
      ["", "Metric: " + NumberText.visible(metric.name)]
        + metric.rows.map { row in
          let value = row.value(metric.metric).map { NumberText.fixed($0, digits: 2) } ?? "-"
          return "  \(NumberText.name(row.variant, length: 32)): \(value) "
            + "(\(row.sums.riders) riders)"
        }
        + metric.comparisons.flatMap(\.sentences)
    }
  }

  /// Each segment's numbers.
  private var segmentLines: [String] {
    guard !details.segments.isEmpty else { return [] }
    let count = segmentComparisons.reduce(0) { $0 + $1.count }
    var lines = [
      "", "Segments, decided beforehand; p-values corrected for \(count) comparisons (Holm)",
    ]
    for (segment, comparisons) in zip(details.segments, segmentComparisons) {
      lines.append(NumberText.name(segment.name, length: 32) + ":")
      for counts in segment.counts {
        let rate = NumberText.percent(Proportion(counts.converted, of: counts.exposed).rate)
        lines.append(
          "  \(NumberText.name(counts.variant, length: 32)): \(counts.converted) of "
            + "\(counts.exposed) riders, \(rate)")
      }
      lines += comparisons.map { "  " + $0.summary }
    }
    return lines
  }

  private var confidenceText: String {
    NumberText.fixed(Self.confidence * 100, digits: 0) + " %"
  }

  private func variantLines(_ width: Int) -> [String] {
    let nameWidth = min(16, max(7, variants.map(\.name.count).max() ?? 0))
    let header = ["variant", "exposed", "converted", "rate", "\(confidenceText) interval"]
    let rows = variants.map { variant in
      [
        NumberText.name(variant.name, length: nameWidth), String(variant.proportion.trials),
        String(variant.proportion.successes), NumberText.percent(variant.proportion.rate),
        NumberText.percent(variant.interval.low) + " to "
          + NumberText.percent(variant.interval.high),
      ]
    }
    let table = TextLayout.table([header] + rows)
    let tableWidth = table.map(\.count).max() ?? 0
    let bar = IntervalBar(
      range: IntervalBar.range(around: variants.map(\.interval)), width: width - tableWidth - 2)
    guard bar.width >= 10 else {
      let below = IntervalBar(range: bar.range, width: width - 2)
      return [String(table[0].prefix(width))]
        + variants.indices.flatMap { index in
          [String(table[index + 1].prefix(width)), "  " + below.line(of: variants[index])]
        }
    }
    return [table[0]]
      + variants.indices.map { table[$0 + 1] + "  " + bar.line(of: variants[$0]) }
  }

  private func variantList(_ width: Int) -> [String] {
    variants.flatMap { variant in
      TextLayout.wrapped(
        """
        \(NumberText.name(variant.name, length: 32)): \(variant.proportion.successes) of \
        \(variant.proportion.trials) riders, \(NumberText.percent(variant.proportion.rate)), \
        \(confidenceText) interval \(NumberText.percent(variant.interval.low)) to \
        \(NumberText.percent(variant.interval.high))
        """, width: width)
    }
  }

  private func comparisonLines(_ width: Int, _ hasPictures: Bool) -> [String] {
    // Always in the picture, marked by a colon.
    let noDifference = ConfidenceInterval(low: 0, high: 0)
    let range = IntervalBar.range(around: comparisons.compactMap(\.interval) + [noDifference])
    let bar = IntervalBar(range: range, width: width - 2)
    return comparisons.flatMap { comparison in
      let sentences = comparison.sentences(confidence: confidenceText)
      var lines = TextLayout.wrapped(sentences[0], width: width)
      if hasPictures, let interval = comparison.interval {
        lines.append("  " + bar.drawn(interval, value: comparison.difference))
        lines.append("  " + bar.axis { NumberText.change($0, unit: "points") })
      }
      return lines + sentences.dropFirst().flatMap { TextLayout.wrapped($0, width: width) } + [""]
    }
    .dropLast()
  }
}

extension IntervalBar {
  fileprivate func line(of variant: ExperimentReport.Variant) -> String {
    drawn(variant.interval, value: variant.proportion.rate)
  }
}

extension MetricSummary.Comparison {
  fileprivate var sentences: [String] {
    let names =
      "  " + NumberText.name(variant, length: 16) + " against " + NumberText.name(base, length: 16)
    guard let result else { return [names + ": too few riders, or nothing varies"] }
    func interval(_ interval: ConfidenceInterval) -> String {
      NumberText.signed(interval.low) + " to " + NumberText.signed(interval.high)
    }
    let lift = result.relativeLift.map { ", lift " + NumberText.change($0, unit: "%") } ?? ""
    return [
      "\(names): \(NumberText.signed(result.difference))\(lift)",
      "    looked at once: p \(NumberText.probability(result.pValue)), corrected "
        + "\(NumberText.probability(adjustedPValue)), interval \(interval(result.interval))",
      "    looked at every day: p \(NumberText.probability(result.sequential.pValue)), corrected "
        + "\(NumberText.probability(adjustedSequentialPValue)), interval "
        + interval(result.sequential.interval),
    ]
  }
}

extension ExperimentReport.Comparison {
  /// The comparison in one sentence, with the test that is valid at every look.
  fileprivate var summary: String {
    let names =
      NumberText.name(variant, length: 16) + " against " + NumberText.name(base, length: 16)
    guard let difference, let interval = sequential?.interval else {
      return names + ": no riders yet"
    }
    return "\(names): \(NumberText.change(difference, unit: "points")), looked at every day: "
      + "p corrected \(NumberText.probability(adjustedSequentialPValue)), interval "
      + NumberText.change(interval.low, unit: "to") + " "
      + NumberText.change(interval.high, unit: "points")
  }

  /// The comparison in sentences, the first of which names the variants.
  fileprivate func sentences(confidence: String) -> [String] {
    let names =
      NumberText.name(variant, length: 16) + " against " + NumberText.name(base, length: 16)
    guard let difference, let interval, let sequential else {
      return [names + ": no riders yet"]
    }
    let change = NumberText.change(difference, unit: "points")
    let lift = relativeLift.map { ", lift " + NumberText.change($0, unit: "%") } ?? ""
    var sentences = [
      "\(names): \(change)\(lift)",
      "  \(confidence) interval \(NumberText.change(interval.low, unit: "to")) "
        + NumberText.change(interval.high, unit: "points"),
      "  looked at once: p \(NumberText.probability(pValue)), corrected "
        + NumberText.probability(adjustedPValue),
      "  looked at every day: p \(NumberText.probability(sequential.pValue)), corrected "
        + NumberText.probability(adjustedSequentialPValue) + ", interval "
        + NumberText.change(sequential.interval.low, unit: "to") + " "
        + NumberText.change(sequential.interval.high, unit: "points"),
    ]
    if let effect = minimumDetectableEffect {
      sentences.append(
        "  smallest rise that so many riders show: \(NumberText.change(effect, unit: "points"))")
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
