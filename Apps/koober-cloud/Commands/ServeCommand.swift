import Cloud
import CloudServer
import CloudStore
import Console
import Core
import FoundationEssentials
import Glibc
import Terminal

/// Serving the cloud over HTTP, and describing its contract.
enum ServeCommand {
  static let openAPI = Command<CommandContext>(
    "openapi", summary: "Print the contract as an OpenAPI document.",
    discussion: "A server gives the same document at /openapi.json. No database is opened.",
    examples: [CommandExample("koober-cloud openapi > openapi.json", "Keep the document.")]
  ) { _, context in
    try context.terminal.write(String(decoding: OpenAPIDocument().json, as: UTF8.self) + "\n")
  }

  static let serve = Command<CommandContext>(
    "serve", summary: "Serve the cloud over HTTP until a signal comes.",
    discussion: """
      Prints the address once it listens; a PostgreSQL database that does not answer is waited for. \
      SIGTERM and SIGINT stop the server: it takes no new \
      connections, finishes the requests that run, and ends with 0; a second signal ends it at \
      once. SIGHUP reads the certificate and its key again for the connections that come, and looks \
      at the file of flags; that is looked at with each request for flags, too. systemd is told \
      when the server listens, reads anew and stops. The log goes to the standard error, one line \
      of JSON for each request. Any number of servers may share a PostgreSQL database.
      """,
    examples: [
      CommandExample("koober-cloud serve", "Serve the cloud of this machine's user."),
      CommandExample(
        "koober-cloud serve --listen 127.0.0.1:0 --database sqlite:/srv/koober/cloud.sqlite --json",
        "Serve a file on any free port, and print which."),
      CommandExample(
        "koober-cloud serve --listen 0.0.0.0:8443 --tls-certificate cert.pem --tls-key key.pem",
        "Serve other machines with TLS."),
    ],
    parameters: ServeOptions.all
  ) { values, context in
    let options = try ServeOptions(values)
    let database = try context.database(values)
    let settings = try options.settings(environment: context.dependency.environment)
    let flags = context.flagFile(options.flags, mustExist: true)
    let initialFlags = flags == nil ? context.flagFile(database.flagsFile) : nil
    // Later the last good definitions stay; now there are none.
    if let error = (flags ?? initialFlags)?.refresh() { throw error.problem }
    let cloud = ServedCloud(
      dependency: context.dependency, database: database.open(connections: options.workers),
      workerCount: options.workers, flags: flags, initialFlags: initialFlags,
      routeModel: options.makeRouteModel(context.dependency),
      driversNeedApproval: options.driversNeedApproval)
    // A process that reads the address may send a signal at once, so signals are watched before.
    let signals = context.dependency.signals()
    defer { signals.close() }
    signal(SIGPIPE, SIG_IGN)
    // A database that does not work is reported now, not with the first request.
    let container = CloudContainer(dependencies: cloud)
    let opening = Task { try await context.open(container) }
    let reloads = signals.reloads { opening.cancel() }
    guard try await opening.value else { return }
    if let path = options.flags,
      let newest = try await container.makeFlagPublisher().history(limit: 1).first
    {
      try context.note(
        "The flags are those of \(path) (--flags), not the published version \(newest.number).")
    }
    let server = HTTPServer(dependencies: cloud, settings: settings, log: context.dependency.log)
    let port = try server.start()
    do {
      try context.announce(server, port: port, options)
      let systemd = ServiceManager(environment: context.dependency.environment)
      systemd.notify("READY=1")
      for await _ in reloads {
        systemd.notify("RELOADING=1")
        (flags ?? initialFlags)?.refresh()
        if let tls = options.tls { server.renewCertificate { try tls.read() } }
        systemd.notify("READY=1")
      }
      systemd.notify("STOPPING=1")
    } catch {
      await server.stop()
      throw error
    }
    signals.close()
    await server.stop()
  }
}

extension ServerSignals {
  /// Returns the signals to reload; they end with the first one to stop.
  fileprivate func reloads(onStop stop: @escaping @Sendable () -> Void) -> AsyncStream<Void> {
    let (reloads, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      for await signal in stream {
        guard signal == .reload else { break }
        continuation.yield()
      }
      stop()
      continuation.finish()
    }
    return reloads
  }
}

extension CommandContext {
  /// Migrates a database and writes to it; waits for one that may come back by itself.
  ///
  /// - Returns: Whether it can be used; `false` when the wait was cancelled.
  fileprivate func open(_ container: CloudContainer) async throws -> Bool {
    var isTold = false
    while true {
      do throws(StoreError) {
        _ = try await container.makeMigrator().migrate()
        try await container.makeDatabaseMaintenance().requireWritable()
        return true
      } catch {
        guard error.mayPass else { throw error }
        let problem = error.problem
        if !isTold {
          dependency.logError(
            "waiting for the database", cause: "\(problem.message) \(problem.hint)")
        }
        isTold = true
      }
      guard (try? await dependency.wallClock.sleep(for: .seconds(1))) != nil else { return false }
    }
  }

  fileprivate func announce(_ server: HTTPServer, port: UInt16, _ options: ServeOptions) throws {
    let address = ListenAddress(host: options.listen.host, port: port)
    let url = "\(options.tls == nil ? "http" : "https")://\(address.authority)"
    let metricsURL = server.operatorPort.map { port in
      "http://\(ListenAddress(host: options.operatorListen.host, port: port).authority)"
    }
    switch console.format {
    case .text:
      try terminal.writeLine("Koober Cloud listens on \(url).")
      if let metricsURL {
        try terminal.writeLine("Metrics and readiness are on \(metricsURL).")
      }
    case .json:
      try console.printLine(
        ServerAddress(url: url, host: address.host, port: port, metricsURL: metricsURL))
    }
    try terminal.flush()
  }
}

private struct ServerAddress: Encodable {
  let url: String
  let host: String
  let port: UInt16
  /// Where metrics and readiness are served.
  let metricsURL: String?
}
