import Trials

/// A certificate for 127.0.0.1 that only these trials trust.
struct Certificate: Sendable {
  private let folder: String

  /// What a server with this certificate is started with.
  var serverOptions: [String] {
    ["--tls-certificate", "\(folder)/certificate.pem", "--tls-key", "\(folder)/key.pem"]
  }

  /// What a client is started with that trusts it.
  var clientOptions: [String] { ["--cloud-ca", "\(folder)/certificate.pem"] }

  init(in folder: String, streams: String) throws {
    self.folder = folder
    let outcome = try TrialProcess.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "60", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", "\(folder)/key.pem", "-out", "\(folder)/certificate.pem",
      ], environment: ["PATH": "/usr/bin:/bin"], folder: streams)
    guard outcome.status == 0 else { throw TrialOptions.Failure(message: outcome.errorText) }
  }
}
