@testable import Experiments
import Testing

struct VariantCountsCSVTests {
  @Test(arguments: [
    "variant,exposed,converted\na,10,1\nb,20,2\n",
    "variant,exposed,converted\r\na,10,1\r\nb,20,2",
    "converted, exposed ,variant,extra\n1,10,a,x\n\n2,20,b,\n",
    "variant,exposed,converted,weight\n\"a\",10,1,1\n\"b\",20,\"2\",1.0\n",
  ])
  func `Counts are read in whatever order the columns stand`(text: String) throws {
    #expect(
      try VariantCountsCSV.contents(parsing: text).counts == [
        VariantCounts(variant: "a", exposed: 10, converted: 1),
        VariantCounts(variant: "b", exposed: 20, converted: 2),
      ])
  }

  @Test func `What is written can be read again`() throws {
    let counts = [
      VariantCounts(variant: "a, \"b\"\nc", exposed: 10, converted: 1, weight: 2.5),
      VariantCounts(variant: "", exposed: 0, converted: 0, weight: 0),
    ]

    let text = VariantCountsCSV.text(of: VariantCountsCSV.Contents(counts: counts))

    #expect(text.hasPrefix("variant,exposed,converted,weight\n"))
    #expect(try VariantCountsCSV.contents(parsing: text).counts == counts)
  }

  @Test func `Segments and values are written and read again`() throws {
    let contents = VariantCountsCSV.Contents(
      counts: [VariantCounts(variant: "a", exposed: 30, converted: 3)],
      segments: [
        ExperimentSegment(
          name: "wide, new", counts: [VariantCounts(variant: "a", exposed: 10, converted: 1)]),
        ExperimentSegment(
          name: "narrow", counts: [VariantCounts(variant: "a", exposed: 20, converted: 2)]),
      ],
      metrics: [.mean, .ratio].map { (metric: Metric) in
        MetricSummary(
          conversion: "ride_completed", metric: metric,
          rows: [
            MetricSummary.Row(
              variant: "a",
              sums: MetricSums(
                riders: 30, sum: 0.1, squares: 2, otherSum: 3, otherSquares: 4, products: -5))
          ])
      })

    let text = VariantCountsCSV.text(of: contents)

    #expect(
      text == """
        variant,exposed,converted,weight,segment,metric,conversion,sum,squares,otherSum,otherSquares,products
        a,30,3,1.0,,,,,,,,
        a,10,1,1.0,"wide, new",,,,,,,
        a,20,2,1.0,narrow,,,,,,,
        a,30,0,1,,mean,ride_completed,0.1,2.0,3.0,4.0,-5.0
        a,30,0,1,,ratio,ride_completed,0.1,2.0,3.0,4.0,-5.0

        """)
    #expect(try VariantCountsCSV.contents(parsing: text) == contents)
  }

  @Test(
    arguments: [
      ("", 1), ("a,b\n1,2\n", 1), ("variant,exposed\na,1\n", 1),
      ("variant,exposed,converted\na,1\n", 2), ("variant,exposed,converted\na,1,x\n", 2),
      ("variant,exposed,converted\na,1,1\n\nb,1.5,1\n", 4),
      ("variant,exposed,converted,weight\na,1,1,nan\n", 2),
      ("variant,exposed,converted\n\"a,1,1\n", 2), ("variant,exposed,converted\na,1,1,1\n", 2),
      ("variant,exposed,converted\na,99999999999999999999,1\n", 2),
      ("variant,exposed,converted,metric\na,1,1,median\n", 2),
      ("variant,exposed,converted,metric,sum\na,1,1,mean,1\n", 2),
      ("variant,exposed,converted,role\na,1,1,\nb,1,1,hope\n", 3),
      ("variant,exposed,converted,role\na,1,1,goal\n", 2),
    ])
  func `What cannot be read is named by its line`(text: String, line: Int) {
    let error = #expect(throws: VariantCountsError.self) {
      try VariantCountsCSV.contents(parsing: text)
    }

    #expect(error?.line == line)
  }
}
