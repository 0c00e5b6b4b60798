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
    let goal = value.map { "\($0.name) (\($0.method))" } ?? conversion.map { "conversion \($0)" }
    let parts = [flag.map { "Flag \($0)" }, goal].compactMap { $0 }
    return parts.isEmpty ? [] : [NumberText.name(parts.joined(separator: ", "), length: width), ""]
  }

  /// The lines before the numbers: the phase, who is not counted, the guardrails.
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
      let harmed = guardrail.harmed.map { NumberText.name($0.variant, length: 32) }
      lines.append(
        "Guardrail \(guardrail.name), must not \(guardrail.mustNot.rawValue): "
          + guardrail.numbers.joined(separator: ", ")
          + (harmed.isEmpty
            ? "; no harm is shown." : "; HARMED: \(harmed.joined(separator: ", "))."))
    }
    return lines
  }

  /// The further values.
  private var metricLines: [String] {
    details.metrics.flatMap { metric in
      ["", "Metric: \(NumberText.visible(metric.name)) (\(metric.method))"]
        + metric.lines.map { "  " + $0 }
        + metric.comparisons.flatMap { comparison in
          comparison.sentences(.value, confidence: confidenceText).map { "  " + $0 }
        }
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
      lines += segment.lines.map { "  " + $0 }
      lines += comparisons.map { "  " + $0.summary(unit) }
    }
    return lines
  }

  private var confidenceText: String { NumberText.fixed(Self.confidence * 100, digits: 0) + " %" }

  private func variantLines(_ width: Int) -> [String] {
    let nameWidth = min(16, max(7, counts.map(\.variant.count).max() ?? 0))
    let number = value.map { $0.metric == .ratio ? "ratio" : "mean" } ?? "rate"
    let header = ["variant", "exposed", "converted", number, "\(confidenceText) interval"]
    let drawn = counts.indices.map(drawn)
    let rows = zip(counts, drawn).map { counts, drawn in
      [
        NumberText.name(counts.variant, length: nameWidth), String(counts.exposed),
        String(counts.converted), text(drawn.value), text(drawn.interval),
      ]
    }
    let table = TextLayout.table([header] + rows)
    let tableWidth = table.map(\.count).max() ?? 0
    var bar = IntervalBar(
      range: IntervalBar.range(around: drawn.compactMap(\.interval)), width: width - tableWidth - 2)
    let isBeside = bar.width >= 10
    if !isBeside { bar = IntervalBar(range: bar.range, width: width - 2) }
    var lines = [String(table[0].prefix(width))]
    for (row, drawn) in zip(table.dropFirst(), drawn) {
      let picture = drawn.interval.map { ["  " + bar.drawn($0, value: drawn.value)] } ?? []
      lines += isBeside ? [row + picture.joined()] : [String(row.prefix(width))] + picture
    }
    return lines
  }

  /// The number of a variant that is compared, with its interval.
  private func drawn(_ index: Int) -> (value: Double?, interval: ConfidenceInterval?) {
    guard let value else { return (counts[index].proportion.rate, counts[index].interval) }
    return (value.rows[index].value(value.metric), value.rows[index].interval(value.metric))
  }

  private func text(_ number: Double?) -> String {
    value == nil ? NumberText.percent(number) : NumberText.value(number)
  }

  private func text(_ interval: ConfidenceInterval?) -> String {
    interval.map { "\(text($0.low)) to \(text($0.high))" } ?? "-"
  }

  private func variantList(_ width: Int) -> [String] {
    zip(lines, counts.indices).flatMap { line, index in
      TextLayout.wrapped(
        "\(line), \(confidenceText) interval \(text(drawn(index).interval))", width: width)
    }
  }

  private func comparisonLines(_ width: Int, _ hasPictures: Bool) -> [String] {
    // Always in the picture, marked by a colon.
    let noDifference = ConfidenceInterval(low: 0, high: 0)
    let range = IntervalBar.range(around: comparisons.compactMap(\.interval) + [noDifference])
    let bar = IntervalBar(range: range, width: width - 2)
    return comparisons.flatMap { comparison in
      let sentences = comparison.sentences(unit, confidence: confidenceText)
      var lines = TextLayout.wrapped(sentences[0], width: width)
      if hasPictures, let interval = comparison.interval {
        lines.append("  " + bar.drawn(interval, value: comparison.difference))
        lines.append("  " + bar.axis(label: unit.text))
      }
      return lines + sentences.dropFirst().flatMap { TextLayout.wrapped($0, width: width) } + [""]
    }
    .dropLast()
  }
}

extension MeasuredVariants {
  /// Each variant's value, or how many of its riders converted.
  fileprivate var lines: [String] {
    value?.lines
      ?? counts.map {
        "\(NumberText.name($0.variant, length: 32)): \($0.converted) of \($0.exposed) riders, "
          + NumberText.percent($0.proportion.rate)
      }
  }

  /// Each variant's value or rate.
  fileprivate var numbers: [String] {
    guard let value else {
      return counts.map { "\($0.variant) \(NumberText.percent($0.proportion.rate))" }
    }
    return value.rows.map { "\($0.variant) \(NumberText.value($0.value(value.metric)))" }
  }
}

extension MetricSummary {
  fileprivate var lines: [String] {
    rows.map { row in
      let value = NumberText.value(row.value(metric))
      return "\(NumberText.name(row.variant, length: 32)): \(value) (\(row.sums.riders) riders)"
    }
  }
}
