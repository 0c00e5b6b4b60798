import Basics
import BasicsTesting
import CoreTesting
import Foundation

@testable import CloudServer

/// A proxy of another project in front of a server, with the example configuration of this one.
final class ProxyProcess {
  enum Kind: String, CaseIterable {
    case nginx, haproxy

    var executable: String { "/usr/sbin/\(rawValue)" }
    var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: executable) }
  }

  let port: UInt16
  /// The file of the certificate that clients have to trust.
  let certificate: String
  private let folder: TemporaryFolder
  private let process: Subprocess

  /// Starts a proxy on a free port. It inherits the listening socket, so that clients can connect
  /// before it has read its configuration.
  ///
  /// - Parameter edits: Texts of the example that are replaced by others.
  init(_ kind: Kind, to server: ServerProcess, edits: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    let key: String
    (certificate, key) = try Certificate.write(to: folder)
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    defer { close(socket.descriptor) }
    port = socket.port
    let configuration = "\(folder.path)/configuration"
    let example = try Self.example(kind)
    var text: String
    switch kind {
    case .nginx:
      text =
        example
        .replacing("listen 443", with: "listen 127.0.0.1:\(port)")
        .replacing("/etc/koober-cloud/certificate.pem", with: certificate)
        .replacing("/etc/koober-cloud/key.pem", with: key)
        .replacing("server 127.0.0.1:8082 max_fails=0;", with: "")
        .replacing("/var/log/nginx", with: folder.path)
        .replacing("127.0.0.1:8081", with: "127.0.0.1:\(server.port)")
      let path = folder.path
      let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map { "\($0)_temp_path \(path)/\($0);" }.joined(separator: " ")
      text = """
        pid \(path)/pid; error_log stderr; daemon off; worker_processes 1;
        events {}
        http { access_log off; \(folders)
        \(text)
        }
        """
    case .haproxy:
      let both = "\(folder.path)/both.pem"
      let pem = try [certificate, key].map { try String(contentsOfFile: $0, encoding: .utf8) }
      try Data(pem.joined().utf8).write(to: URL(filePath: both))
      text =
        example
        .replacing("maxconn 16384", with: "maxconn 100")
        .replacing("log /dev/log local0", with: "")
        .replacing("bind :443", with: "bind fd@3")
        .replacing("/etc/koober-cloud/certificate-and-key.pem", with: both)
        .replacing("server second 127.0.0.1:8082 check port 18082", with: "")
        .replacing(
          "127.0.0.1:8081 check port 18081",
          with: "127.0.0.1:\(server.port) check port \(server.operatorPort)")
    }
    for (old, new) in edits { text = text.replacing(old, with: new) }
    try Data(text.utf8).write(to: URL(filePath: configuration))
    process = try Subprocess(
      kind.executable, kind == .nginx ? ["-c", configuration] : ["-db", "-f", configuration],
      environment: ["NGINX": "3;"], output: .null, descriptor3: socket.descriptor)
  }

  deinit {
    // nginx passes the signal on to its worker.
    process.signal(SIGTERM)
  }

  /// Stops the proxy.
  func end() async {
    process.signal(SIGTERM)
    _ = await process.end()
  }

  private static func example(_ kind: Kind) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let name = kind == .nginx ? "nginx.conf" : "haproxy.cfg"
    return try String(
      contentsOfFile: root.appending(path: "Apps/koober-cloud/\(name)").path, encoding: .utf8)
  }
}
