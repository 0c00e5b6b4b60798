package import Basics

/// The build and test times of the repository's packages, and the cost of a change in each.
package struct TimesReport: Sendable {
  package struct PackageTimes: Sendable {
    package let name: String
    /// What its targets took of the time of the builds that last compiled them; `nil` when none is
    /// known.
    package let buildSeconds: Double?
    package let testSeconds: Double?
    /// The packages that a change in it makes compile again.
    package let rebuilds: [String]
    /// How long that will take; `nil` when it cannot be said.
    package let rebuildSeconds: Double?
  }

  package let packages: [PackageTimes]
  /// The critical path of a whole build, with the seconds of each target.
  package let criticalPath: [(target: String, seconds: Double)]

  /// Why nothing is said about what changes cost; `nil` where it is.
  package let objection: String?

  /// - Parameters:
  ///   - buildSeconds: What each target took, by its name; see ``BuildTimes/shares``.
  ///   - testSeconds: The last duration of each test target's tests, by its name.
  package init(
    workspace: Workspace, buildSeconds: [String: Double], testSeconds: [String: Double],
    forecast: BuildForecast
  ) {
    objection = forecast.objection
    let seconds = workspace.targets.map { buildSeconds[$0.name] }
    let schedule = Schedule(graph: workspace.graph, seconds: seconds.map { $0 ?? 0 })
    let dependents = workspace.graph.reversed
    packages = workspace.packages.map { package in
      let own = package.targets.filter { !workspace.isBorrowed($0) }
      let known = own.compactMap { seconds[$0] }
      let tests = own.compactMap { testSeconds[workspace.targets[$0].moduleName] }
      let rebuilt = dependents.reachable(from: package.targets).filter {
        !workspace.isBorrowed($0)
      }
      let names = Set(rebuilt.map { workspace.package(of: $0).name })
      return PackageTimes(
        name: package.name, buildSeconds: known.isEmpty ? nil : known.reduce(0, +),
        testSeconds: tests.isEmpty ? nil : tests.reduce(0, +),
        rebuilds: names.subtracting([package.name]).sorted(),
        rebuildSeconds: forecast.seconds(
          for: rebuilt.sorted().compactMap { seconds[$0] }.reduce(0, +)))
    }
    criticalPath = schedule.criticalPath.map {
      (workspace.targets[$0].label, seconds[$0] ?? 0)
    }
  }
}

extension TimesReport {
  package func text(isCritical: Bool) -> String {
    let path = criticalPath.filter { $0.seconds > 0 }.map { "\($0.target) \($0.seconds.tenths) s" }
    let total = criticalPath.map(\.seconds).reduce(0, +).tenths
    let critical =
      path.isEmpty
      ? "Nothing has been built yet: run 'mono build' first.\n"
      : "critical path, \(total) s: \(path.joined(separator: " ← "))\n"
    if isCritical { return critical }
    let rows = packages.map { package in
      let build = package.buildSeconds.map { "\($0.tenths) s" } ?? "–"
      let test = package.testSeconds.map { "\($0.tenths) s" } ?? "–"
      let again =
        package.rebuilds.isEmpty ? "nothing else" : package.rebuilds.joined(separator: " ")
      return "\(package.name): build \(build), test \(test); a change rebuilds \(again)"
        + (package.rebuildSeconds.map { " (about \($0.tenths) s)" } ?? "") + "\n"
    }
    let doubt = objection.map { "What a change costs cannot be said: \($0).\n" } ?? ""
    return rows.joined() + doubt + critical
  }

  package var json: JSON {
    [
      "packages": .array(
        packages.map { package in
          [
            "name": .string(package.name),
            "buildSeconds": package.buildSeconds.map(JSON.number) ?? .null,
            "testSeconds": package.testSeconds.map(JSON.number) ?? .null,
            "rebuilds": JSON(package.rebuilds),
            "rebuildSeconds": package.rebuildSeconds.map(JSON.number) ?? .null,
          ]
        }),
      "objection": JSON(optional: objection),
      "criticalPath": .array(
        criticalPath.map { ["target": .string($0.target), "seconds": .number($0.seconds)] }),
      "criticalSeconds": .number(criticalPath.map(\.seconds).reduce(0, +)),
    ]
  }
}
