import Basics
import Composition
import FeatureFlags
import Synchronization
import Testing

@testable import CompositionExercises

/// The code and the output of the page "From a substitution to a verdict".
struct VerdictTests {
  private struct Rider: InvitingDependencies {
    let flagScope: FlagScope
  }

  /// Answers with the recorded events.
  private final class Recorder: ExposureRecorder {
    private let recorded = Mutex<[ExperimentEvent.Kind]>([])

    var events: [ExperimentEvent.Kind] { recorded.withLock { $0 } }

    func record(_ event: ExperimentEvent) { recorded.withLock { $0.append(event.kind) } }
  }

  @Test func `The condition decides when the program is compiled`() {
    #if WarmInvitation
      let invitation: any Invitation = WarmInvitation()
    #else
      let invitation: any Invitation = PlainInvitation()
    #endif

    #expect(invitation.text(for: "Rosa") == "Rosa, join me on Koober.")
  }

  @Test(arguments: [
    ([], "Rosa, join me on Koober."), (["--warm"], "Rosa, your first ride is on me."),
  ])
  func `An argument decides when the program starts`(arguments: [String], text: String) {
    let invitation: any Invitation =
      arguments.contains("--warm") ? WarmInvitation() : PlainInvitation()

    #expect(invitation.text(for: "Rosa") == text)
  }

  @Test func `A flag decides for one scope, which keeps it`() throws {
    let warm = try FlagOverrides(["invitation=warm"])
    let flags = LayeredProvider([FlagLevel("--flag", overrides: warm)])
    let scope = FlagScope(flags: flags, context: EvaluationContext(targetingKey: "johnny"))

    let invitation = InvitingContainer.invitation.make(in: scope)

    #expect(invitation is WarmInvitation)
  }

  @Test func `A rider counts when the invitation is opened, and once`() throws {
    let recorder = Recorder()
    let definitions = try FlagDefinitions(parsing: InvitationExperiment.flags.utf8)
    let scope = FlagScope(
      flags: LayeredProvider([FlagLevel("built-in", definitions: definitions)]),
      context: EvaluationContext(targetingKey: "rider-2"), recorder: recorder)
    let container = InvitingContainer(dependencies: Rider(flagScope: scope))

    let factory = container.makeInviteFactory()
    #expect(recorder.events == [])
    let first = factory.create(payload: "Rosa")
    let second = factory.create(payload: "Kim")

    #expect(first.text == "Rosa, join me on Koober.")
    #expect(second.text == "Kim, join me on Koober.")
    #expect(
      recorder.events == [.exposure(flag: "invitation", variant: "plain", origin: "built-in")])
  }

  @Test func `The page shows what the program prints`() throws {
    var lines: [String] = []
    #expect(ExerciseProgram { lines.append($0) }.run(["verdict"]) == 0)

    let catalog = "\(Exercise.package)/Sources/CompositionExamples/CompositionExamples.docc"
    let page = try Files.text(of: "\(catalog)/FromSubstitutionToVerdict.md")
    let printed = lines.joined().split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(page.contains(printed), "\(printed)")
  }

  @Test func `The page lists the exercises`() throws {
    let catalog = "\(Exercise.package)/Sources/CompositionExamples/CompositionExamples.docc"
    let page = try Files.text(of: "\(catalog)/Exercises.md")
    for exercise in try Exercise.all() {
      #expect(page.contains("`\(exercise.name)`"), "\(exercise.name)")
    }
  }
}
