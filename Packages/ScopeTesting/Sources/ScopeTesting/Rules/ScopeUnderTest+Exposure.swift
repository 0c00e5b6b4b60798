import FeatureFlags

/// A rider is exposed to a flag exactly when what the rider meets depends on its variant.
@MainActor extension ScopeUnderTest {
  /// A difference that depends on timing is none: it does not show in each of so many comparisons.
  private static var comparisons: Int { 8 }

  func violationsOfExposure(
    _ substitution: any SubstitutionDeclaration, _ maker: Maker<Container>
  ) async throws -> [String] {
    var found: [String] = []
    for _ in 0..<Self.comparisons {
      found = try await comparison(of: maker, by: substitution).violations
      if found.isEmpty { return [] }
    }
    return found
  }

  /// The variants differ at each door that the table names, and at no other.
  func violationsOfDoors(
    _ substitution: any SubstitutionDeclaration
  ) async throws -> [String] {
    let flag = substitution.flag
    guard flags.decidedByBuild[flag] == nil,
      let doors = variants.first(where: { $0.flag == flag })?.doors
    else { return [] }
    // A door is a maker, or a command whatever follows it.
    @Sendable func isDoor(_ door: String, _ name: String) -> Bool {
      "\(name) ".hasPrefix("\(door) ")
    }
    let met = Set(
      try await forEachMaker { maker -> String? in
        let isListed = doors.contains { isDoor($0, maker.name) }
        for _ in 0..<(isListed ? 1 : Self.comparisons) {
          if !(try await comparison(of: maker, by: substitution).isMet) { return nil }
        }
        return maker.name
      }.compactMap(\.self))
    guard !met.isEmpty else {
      return ["The variants of '\(flag)' look the same: no maker or command shows a difference."]
    }
    let ignoring = doors.filter { door in !met.contains { isDoor(door, $0) } }
    let unlisted = met.filter { name in !doors.contains { isDoor($0, name) } }
    return ignoring.sorted().map {
      "\($0) ignores '\(flag)': it shows the same with each variant, and is one of its doors."
    }
      + unlisted.sorted().map {
        "\($0) shows another variant of '\(flag)' otherwise, and is not listed in 'metIn'."
      }
  }

  private func comparison(
    of maker: Maker<Container>, by substitution: any SubstitutionDeclaration
  ) async throws -> ExposureComparison {
    var runs: [(variant: String, encounters: [Encounter])] = []
    for variant in substitution.variants {
      let surroundings = try ScopeSurroundings(
        flags: flags, overrides: [substitution.flag: variant])
      let container = open(try makeParent(surroundings))
      var walk = Walk(maker, on: ScopeStage(container, surroundings), surroundings)
      try await walk.run()
      runs.append((variant, walk.encounters))
    }
    return ExposureComparison(maker: maker.name, flag: substitution.flag, runs: runs)
  }
}

/// The same walk with each variant of a flag.
private struct ExposureComparison {
  let maker: String
  let flag: String
  let runs: [(variant: String, encounters: [Encounter])]

  private var moments: Range<Int> { 0..<(runs.map(\.encounters.count).min() ?? 0) }

  /// Whether something that depends on the variant was met up to a moment.
  private func differs(at moment: Int) -> Bool {
    Set(runs.map { run in run.encounters[...moment].map(\.text) }).count > 1
  }

  var isMet: Bool { moments.contains(where: differs) }

  /// The first moment at which a variant is exposed and not met, or met and not exposed.
  var violations: [String] {
    for moment in moments {
      let isMet = differs(at: moment)
      let wrong = runs.first { $0.encounters[moment].exposed.contains(flag) != isMet }
      if let wrong { return [violation(by: wrong.variant, at: moment, isMet: isMet)] }
    }
    return []
  }

  private func violation(by variant: String, at moment: Int, isMet: Bool) -> String {
    let place = "\(maker), \(runs[0].encounters[moment].moment)"
    guard isMet else {
      return "\(place): '\(variant)' of '\(flag)' is exposed before anything depends on it."
    }
    let differences = runs.map { "\($0.variant):\n\($0.encounters[moment].text)" }
    return "\(place): the variants of '\(flag)' differ, and '\(variant)' is not exposed.\n"
      + differences.joined(separator: "\n")
  }
}
