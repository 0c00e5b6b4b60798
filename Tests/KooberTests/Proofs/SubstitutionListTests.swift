import Foundation
import FeatureFlags
import Testing

@testable import koober

/// Help, lint and composition read one list of substitutions.
struct SubstitutionListTests {
  @Test func `Every substitution of the sources stands in the list, once`() throws {
    let declaration = try Regex(
      #"Substitution<.*>\(\s*flag: "([^"]+)""#, as: (Substring, Substring).self)
    let files = try ProofSources.productFiles(of: ProofSources.scopePackages())
    let declared = try files.flatMap { file in
      try String(contentsOfFile: file, encoding: .utf8).matches(of: declaration)
        .map { String($0.output.1) }
    }

    #expect(declared.count >= 7)
    #expect(declared.sorted() == [Feature].all.substitutions.map(\.flag).sorted())
  }
}
