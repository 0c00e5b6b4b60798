import Basics

/// The program `exercises`: lists the exercises, checks a learner's files, gives hints and answers.
public struct ExerciseProgram {
  private struct UsageError: Error {
    let message: String
  }

  private enum State: String {
    case missing = "not begun"
    case unchanged = "to do"
    case wrong = "not mended"
    case mended = "mended"
  }

  /// The folder with a file for each exercise.
  private let folder: String
  private let write: (String) -> Void

  /// Creates the program.
  ///
  /// - Parameters:
  ///   - folder: The folder of the learner's files; `nil` for `Work` in this package.
  ///   - write: Receives the texts that are printed, each without its last line end.
  public init(folder: String? = nil, write: @escaping (String) -> Void = { print($0) }) {
    self.folder = folder ?? "\(Exercise.package)/Work"
    self.write = write
  }

  /// Runs a command line.
  ///
  /// - Returns: The exit status: 1 when a checked mistake is not mended, 64 when the arguments are not
  ///   understood, 69 without a compiler, 70 after any other error.
  public func run(_ arguments: [String]) -> Int32 {
    do {
      let asksForHelp = arguments.contains { $0 == "--help" || $0 == "-h" }
      guard arguments.count <= 2, !asksForHelp else {
        write(Self.help)
        return asksForHelp ? 0 : 64
      }
      return try run(arguments.first ?? "list", on: arguments.dropFirst().first)
    } catch let error as UsageError {
      write(error.message)
      return 64
    } catch let error as SubprocessError where error.program == "swiftc" {
      write("\(error) The exercises are compiled: put the Swift toolchain into PATH.")
      return 69
    } catch {
      write("\(error)")
      return 70
    }
  }

  private func run(_ command: String, on name: String?) throws -> Int32 {
    let exercises = try Exercise.all()
    switch (command, name) {
    case ("list", nil): try list(exercises)
    case ("start", nil): try start(exercises)
    case ("check", nil): return try check(exercises)
    case ("check", let name?): return try check([exercise(called: name, in: exercises)])
    case ("hint", let name?): write(try exercise(called: name, in: exercises).hint)
    case ("answer", let name?): write(try exercise(called: name, in: exercises).answer)
    case ("verdict", nil): write(try InvitationExperiment().report())
    case ("list", _), ("start", _), ("verdict", _):
      throw UsageError(message: "'\(command)' takes no name.")
    case ("hint", nil), ("answer", nil):
      throw UsageError(message: "'\(command)' needs the name of an exercise.")
    default:
      throw UsageError(message: "'\(command)' is not understood. See 'swift run exercises --help'.")
    }
    return 0
  }

  private func exercise(called name: String, in exercises: [Exercise]) throws -> Exercise {
    guard let exercise = exercises.first(where: { $0.name == name }) else {
      throw UsageError(message: "There is no such exercise. 'swift run exercises' lists them.")
    }
    return exercise
  }

  private func list(_ exercises: [Exercise]) throws {
    let states = try exercises.map { try state(of: $0).state }
    for (exercise, state) in zip(exercises, states) {
      write("\(state.rawValue.padded(to: 12))\(exercise.name.padded(to: 20))\(exercise.title)")
    }
    write("\(states.count { $0 == .mended }) of \(states.count) are mended. The files: \(folder)")
  }

  /// Makes the files that are not there, and leaves the others as they are.
  private func start(_ exercises: [Exercise]) throws {
    try Files.makeFolder(folder)
    for exercise in exercises where !Files.exists(path(of: exercise)) {
      try Files.replace(path(of: exercise), with: Array(exercise.beginning.utf8))
    }
    write("The exercises are in \(folder). Begin with '\(exercises[0].name).swift'.")
  }

  private func check(_ exercises: [Exercise]) throws -> Int32 {
    let states = try exercises.map { exercise in
      let (state, problem) = try state(of: exercise, isChecked: true)
      write("\(exercise.name): \(state.rawValue)\(problem.map { "\n\($0)" } ?? "")")
      return state
    }
    return states.allSatisfy { $0 == .mended } ? 0 : 1
  }

  /// Finds out about a learner's file; compiles it only when it was changed or is checked.
  private func state(
    of exercise: Exercise, isChecked: Bool = false
  ) throws -> (state: State, problem: String?) {
    guard Files.exists(path(of: exercise)) else {
      return (.missing, isChecked ? "'swift run exercises start' makes the file." : nil)
    }
    let code = try Files.text(of: path(of: exercise))
    let isUnchanged = code == exercise.beginning
    guard isChecked || !isUnchanged else { return (.unchanged, nil) }
    let problem = try exercise.problem(in: code)
    return (problem == nil ? .mended : isUnchanged ? .unchanged : .wrong, problem)
  }

  private func path(of exercise: Exercise) -> String { "\(folder)/\(exercise.name).swift" }

  private static let help = """
    Usage: swift run exercises [COMMAND]

    Mistakes in putting an object graph together, to be mended by you.

    Commands:
      list            the exercises and their state; the same as without a command
      start           makes a file for each exercise; files that are there stay as they are
      check [NAME]    compiles and runs your file, or all of them: is the mistake mended?
      hint NAME       a hint
      answer NAME     one way to mend it
      verdict         runs the experiment of the page 'From a substitution to a verdict'

    Begin with 'start', edit the files in the folder that it names, and 'check' them. To begin one
    again, remove its file and 'start'. The status is 0 when all that was checked is mended, or else 1.
    """
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
