@testable import Experiments
import Testing

struct ExperimentReportTextTests {
  @Test func `The report is drawn with plain characters`() throws {
    let report = try ExperimentReport(
      flag: "layout", conversion: "ride_requested",
      counts: [
        VariantCounts(variant: "list", exposed: 5021, converted: 412),
        VariantCounts(variant: "cards", exposed: 4979, converted: 475),
      ])

    #expect(
      report.text(width: 90) == """
        Flag layout, conversion ride_requested

        No decision yet: 26712 more riders are needed to show a lift of +10.00 %.

        variant  exposed  converted    rate      95 % interval
        list        5021        412  8.21 %   7.48 % to 9.00 %    |------o-------|
        cards       4979        475  9.54 %  8.75 % to 10.39 %                 |-------o-------|

        cards against list: +1.33 points, lift +16.26 %
              :      |-----------------------------------o-----------------------------------|
              0                                                                       +2.57 points
          95 % interval +0.22 to +2.45 points
          looked at once: p 0.0189, corrected 0.0189
          looked at every day: p 0.3455, corrected 0.3455, interval -0.42 to +3.09 points
          smallest rise that so many riders show: +1.60 points
          riders still needed to show a lift of +10.00 %: 26712

        """)
  }

  @Test func `Each segment's numbers follow those of all riders`() throws {
    let counts = [
      VariantCounts(variant: "list", exposed: 5021, converted: 412),
      VariantCounts(variant: "cards", exposed: 4979, converted: 475),
    ]
    let report = try ExperimentReport(
      counts: counts,
      details: ExperimentDetails(segments: [
        ExperimentSegment(name: "wide", counts: counts),
        ExperimentSegment(
          name: "narrow",
          counts: counts.map { VariantCounts(variant: $0.variant, exposed: 0, converted: 0) }),
      ]))

    #expect(
      report.text(width: 120).hasSuffix(
        """

        Segments, decided beforehand; p-values corrected for 2 comparisons (Holm)
        wide:
          list: 412 of 5021 riders, 8.21 %
          cards: 475 of 4979 riders, 9.54 %
          cards against list: +1.33 points, looked at every day: p corrected 0.3455, interval -0.42 to +3.09 points
        narrow:
          list: 0 of 0 riders, -
          cards: 0 of 0 riders, -
          cards against list: no riders yet

        """))
  }

  @Test(arguments: [0, 39, 40, 60, 79, 80, 120, 200])
  func `No line is longer than the width, and no character is special`(width: Int) throws {
    let report = try ExperimentReport(
      flag: String(repeating: "long-flag-", count: 20), conversion: "c\u{1B}[31m\n",
      counts: [
        VariantCounts(variant: "a", exposed: 52_000, converted: 40),
        VariantCounts(
          variant: "a-variant-with-a-very-long-name\u{7}", exposed: 48_000, converted: 3),
        VariantCounts(variant: "none", exposed: 0, converted: 0),
      ],
      details: ExperimentDetails(segments: [
        ExperimentSegment(
          name: String(repeating: "segment\u{7}", count: 20),
          counts: [VariantCounts(variant: "a", exposed: 1, converted: 1)])
      ]))

    let text = report.text(width: width)

    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= max(40, width) })
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
    #expect(lines.last == "")
  }
}
