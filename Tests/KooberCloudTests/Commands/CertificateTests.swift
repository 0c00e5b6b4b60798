import CoreTesting
import FoundationEssentials
import Testing

/// What operators are told about a certificate near the end of its life.
struct CertificateTests {
  /// The end of ``Certificate``: 2126-10-28 02:35:34 UTC.
  private static let end = Date(timeIntervalSince1970: 4_948_828_534)

  private let machine: CloudMachine
  private let options: [String]

  init() throws {
    machine = try CloudMachine()
    let (certificate, key) = try Certificate.write(to: machine.home)
    options = [
      "--listen", "127.0.0.1:0", "--tls-certificate", certificate, "--tls-key", key,
    ]
  }

  private func setTime(beforeEnd days: Double) {
    let seconds = Self.end.timeIntervalSince(machine.clock.now) - days * 86_400
    machine.clock.advance(by: .seconds(seconds))
  }

  @Test(arguments: [(30.0, true), (29.99, false), (0.01, false)])
  func `Doctor warns of a certificate that expires within 30 days`(
    days: Double, isFine: Bool
  ) async {
    setTime(beforeEnd: days)

    let outcome = await machine.run(["doctor"] + options)

    #expect(outcome.status == (isFine ? 0 : 1), "\(outcome)")
    #expect(outcome.output.contains("The certificate expires in \(Int(days)) days.") != isFine)
    #expect(outcome.output.contains("The certificate is valid for 30 days") == isFine)
  }

  @Test(arguments: [(30.0, true), (29.99, false), (0.01, false)])
  func `A server logs that its certificate expires within 30 days`(
    days: Double, isFine: Bool
  ) async {
    setTime(beforeEnd: days)

    let outcome = await machine.run(["serve"] + options)

    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.log.contains("the certificate expires in \(Int(days)) days") != isFine)
  }

  @Test(arguments: ["serve", "doctor"])
  func `A certificate that has expired is refused`(command: String) async {
    setTime(beforeEnd: -0.01)

    let outcome = await machine.run([command] + options)

    #expect(outcome.status == (command == "serve" ? 78 : 1), "\(outcome)")
    #expect((outcome.error + outcome.output).contains("the certificate has expired"))
  }
}
