import Basics

/// How long the targets in a build folder took to compile when they last were.
package struct BuildTimes: Sendable {
  /// Each target's share of the time of its build, in seconds, by the target's name: where several
  /// were compiled at once, each gets its part, so that all together are the time that passed.
  package private(set) var shares: [String: Double] = [:]
  /// The number of the build that last compiled each target.
  private var builds: [String: Int] = [:]
  /// The number of the last build.
  private var last = 0

  package init(scratch: ScratchFolder, configuration: String = "debug") {
    // The debug folder is a link to "<triple>/debug".
    let link = Files.linkTarget("\(scratch.path)/\(configuration)") ?? ""
    let suffix = "-\(Path.folder(of: link))-\(configuration).module"
    // "CC.<target>-<triple>-debug.module" is the compilation of a target.
    let compilations = BuildDatabase.commands(at: "\(scratch.path)/build.db").filter {
      $0.key.hasPrefix("CC.") && $0.key.hasSuffix(suffix)
    }
    for (_, commands) in Dictionary(grouping: compilations, by: \.build) {
      for (command, share) in zip(commands, Self.shares(of: commands)) {
        let name = String(command.key.dropFirst(3).dropLast(suffix.count))
        if builds[name].map({ $0 < command.build }) ?? true {
          (shares[name], builds[name]) = (share, command.build)
        }
      }
    }
    last = builds.values.max() ?? 0
  }

  /// Those of the targets that were compiled since an earlier look.
  func compiled(since before: BuildTimes) -> [String] {
    builds.filter { $0.value > before.last }.keys.sorted()
  }

  /// The time of commands that ran at once, shared out among them evenly.
  static func shares(of commands: [BuildDatabase.Command]) -> [Double] {
    let instants = Set(commands.flatMap { [$0.start, $0.end] }).sorted()
    var shares = Array(repeating: 0.0, count: commands.count)
    for (from, to) in zip(instants, instants.dropFirst()) {
      let running = commands.indices.filter { commands[$0].start <= from && commands[$0].end >= to }
      for index in running { shares[index] += (to - from) / Double(running.count) }
    }
    return shares
  }
}
