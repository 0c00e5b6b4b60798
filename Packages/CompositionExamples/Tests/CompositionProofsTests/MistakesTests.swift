import SourceEvidence
import Testing

/// Every mistake in the graph is an error of the compiler, and its correction is accepted.
///
/// Each file holds both: the mistake when `MISTAKE` is defined, the correction otherwise.
struct MistakesTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let file: String
    let diagnostic: String

    var testDescription: String { file }
  }

  static let mistakes = [
    Mistake(
      file: "MissingDependency",
      diagnostic: "type 'KioskContainer' does not conform to protocol 'OnboardingDependencies'"),
    Mistake(
      file: "WrongOrder", diagnostic: "use of local variable 'app' before its declaration"),
    Mistake(
      file: "CycleInInitializers",
      diagnostic: "'self' used before all stored properties are initialized"),
    Mistake(
      file: "SignedInScopeWithoutSession",
      diagnostic: "missing argument for parameter 'session' in call"),
    Mistake(
      file: "SignedInScopeWithPerhapsASession",
      diagnostic: "value of optional type 'UserSession?' must be unwrapped"),
    Mistake(
      file: "PickUpScopeWithoutLocation",
      diagnostic: "missing argument for parameter 'location' in call"),
    Mistake(
      file: "ParentReachesIntoChild", diagnostic: "cannot find 'rideOptionCache' in scope"),
    Mistake(
      file: "PickUpScopeOpenedByTheProcess",
      diagnostic: "'AppContainer' does not conform to expected type 'PickUpDependencies'"),
    Mistake(
      file: "NonSendableInSendableScope",
      diagnostic: "'Sendable'-conforming struct 'CountingContainer' has non-Sendable type"),
    Mistake(
      file: "NonSendableDependencyOfSharedFactory",
      diagnostic: "capture of 'clicks'"),
    Mistake(
      file: "MainActorFactoryElsewhere",
      diagnostic: "main actor-isolated conformance of 'Form' to 'FactoryModule' cannot be used"),
    Mistake(
      file: "PayloadOfAnotherModule",
      diagnostic: "cannot convert value of type 'Post.Payload' to expected argument type"),
  ]

  @Test(arguments: mistakes)
  func `A mistake in the graph does not compile`(mistake: Mistake) throws {
    let verdict = try Compiler().check(
      [path(mistake.file)], module: "Mistake", defining: ["MISTAKE"])

    #expect(!verdict.accepts)
    #expect(verdict.output.contains("error: ") && verdict.output.contains(mistake.diagnostic))
  }

  @Test(arguments: mistakes)
  func `The correction compiles without a warning`(mistake: Mistake) throws {
    let verdict = try Compiler().check([path(mistake.file)], module: "Correction")

    #expect(verdict.accepts)
    #expect(verdict.output == "")
  }

  @Test func `A feature that is built on its own cannot import another one`() throws {
    let compiler = try Compiler(seeingOnly: ["AuthenticationExample"])
    let path = path("FeatureImportsFeature")

    let mistake = try compiler.check([path], module: "Sharing", defining: ["MISTAKE"])
    let correction = try compiler.check([path], module: "Sharing")

    #expect(!mistake.accepts)
    #expect(mistake.output.contains("no such module 'ContainerHierarchyExample'"))
    #expect(correction.accepts)
    #expect(correction.output == "")
  }

  private func path(_ name: String) -> String {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return "\(folder.joined(separator: "/"))/Mistakes/\(name).swift"
  }
}
