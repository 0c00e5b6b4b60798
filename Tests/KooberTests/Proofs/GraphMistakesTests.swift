import Basics
import SourceEvidence
import Testing

/// Every mistake in Koober's graph is an error of the compiler, and its correction is accepted.
///
/// Each file holds both: the mistake when `MISTAKE` is defined, the correction otherwise. They are
/// checked against the modules that these tests are built with.
struct GraphMistakesTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let file: String
    let diagnostic: String

    var testDescription: String { file }
  }

  static let mistakes = [
    Mistake(
      file: "MissingDependency",
      diagnostic: "type 'KioskDependencies' does not conform to protocol 'SharingDependencies'"),
    Mistake(
      file: "WrongOrder", diagnostic: "use of local variable 'rider' before its declaration"),
    Mistake(
      file: "CycleInInitializers",
      diagnostic: "constant 'self.signedInContainer' used before being initialized"),
    Mistake(
      file: "SignedInScopeWithoutSession",
      diagnostic: "missing argument for parameter 'session' in call"),
    Mistake(
      file: "SignedInScopeWithPerhapsASession",
      diagnostic: "value of optional type 'UserSession?' must be unwrapped"),
    Mistake(
      file: "SignedInSceneWithoutSession",
      diagnostic: "member 'signedIn' expects argument of type 'UserSession'"),
    Mistake(
      file: "ForgedSession",
      diagnostic: "'UserSession' initializer is inaccessible due to '@_spi' protection level"),
    Mistake(
      file: "DecodedSession",
      diagnostic: "type 'StoredRider' does not conform to protocol 'Decodable'"),
    Mistake(
      file: "OpenedSession",
      diagnostic: "'session' is inaccessible due to '@_spi' protection level"),
    Mistake(
      file: "SessionByACoder",
      diagnostic: "cannot convert return expression of type 'IssuedSession' to return type"),
    Mistake(
      file: "SecondSession", diagnostic: "extra argument 'session' in call"),
    Mistake(
      file: "PickUpScopeWithoutLocation",
      diagnostic: "missing argument for parameter 'pickup' in call"),
    Mistake(
      file: "PickUpScopeOpenedByTheProcess",
      diagnostic: "argument type 'AppContainer' does not conform to expected type"),
    Mistake(
      file: "PickUpScopeOpenedFromOutside",
      diagnostic: "'makePickMeUpContainer' is inaccessible due to 'internal' protection level"),
    Mistake(
      file: "ParentReachesIntoChild", diagnostic: "cannot find 'rideOptionRepository' in scope"),
    Mistake(
      file: "NonSendableInSendableScope",
      diagnostic: "stored property 'shareCounter' of 'Sendable'-conforming struct"),
    Mistake(
      file: "OverrideOfAnotherType",
      diagnostic: "cannot assign value of type 'Location' to type 'any Locator'"),
    Mistake(
      file: "SubstitutionOfAnotherProtocol",
      diagnostic: "cannot convert value of type 'CardRideOptionsLayout' to closure result type"),
    Mistake(
      file: "NonSendableDependencyOfSharedFactory",
      diagnostic: "implicit capture of 'clicks' requires that 'Clicks' conforms to 'Sendable'"),
    Mistake(
      file: "MainActorFactoryElsewhere",
      diagnostic: "main actor-isolated conformance of 'Form' to 'FactoryModule' cannot be used"),
    Mistake(
      file: "PayloadOfAnotherModule",
      diagnostic: "cannot convert value of type 'Post.Payload' to expected argument type"),
    Mistake(
      file: "EndpointWithoutCost", diagnostic: "missing argument for parameter 'cost' in call"),
    Mistake(
      file: "EndpointWithoutLimit", diagnostic: "missing argument for parameter 'limit' in call"),
    // Nothing but the program's own entry point can ask for the real machine: no test can either.
    Mistake(
      file: "RealDependencyInATest",
      diagnostic: "'resolve' is inaccessible due to 'fileprivate' protection level"),
    Mistake(file: "RealEntryPointInATest", diagnostic: "cannot find 'Koober' in scope"),
  ]

  @Test(arguments: mistakes)
  func `A mistake in the graph does not compile`(mistake: Mistake) throws {
    let verdict = try compiler().check(
      source(of: mistake), module: "Mistake", defining: ["MISTAKE"])

    #expect(!verdict.accepts)
    #expect(verdict.output.contains("error: \(mistake.diagnostic)"), "\(verdict.output)")
  }

  @Test(arguments: mistakes)
  func `The correction compiles without a warning`(mistake: Mistake) throws {
    let verdict = try compiler().check(source(of: mistake), module: "Correction")

    #expect(verdict.accepts)
    #expect(verdict.output == "")
  }

  @Test func `Every file of mistakes is checked`() throws {
    let names = try Files.names(in: ProofSources.folder + "/Mistakes")

    #expect(Set(names) == Set(Self.mistakes.map { "\($0.file).swift" }))
  }

  private func compiler() throws -> Compiler {
    let folders = [
      "Auth/Sources/CSecret", "Cloud/Sources/CSQLite", "Cloud/Sources/CSodium",
      "Core/Sources/CCurl",
      "Console/Sources/CProgramCommit/include",
    ]
    return try Compiler(
      moduleMapFolders: folders.map { "\(ProofSources.repository)/Packages/\($0)" })
  }

  private func source(of mistake: Mistake) throws -> [String: String] {
    let name = "\(mistake.file).swift"
    return [name: try Files.text(of: "\(ProofSources.folder)/Mistakes/\(name)")]
  }
}
