import Basics
import CloudTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Commands as processes of their own, as operators and scripts run them.
struct CommandProcessTests {
  private static let canMount =
    (try? Subprocess.run("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/proc"]))?.status
    == .exited(0)

  private let program: CloudProgram

  init() throws {
    program = try CloudProgram()
  }

  @Test func `A database is made once, and found by doctor`() async throws {
    let before = try await program.run("doctor", "--listen", "127.0.0.1:0")
    let first = try await program.run("migrate", "--json")
    let second = try await program.run("migrate")
    let after = try await program.run("doctor", "--listen", "127.0.0.1:0")

    #expect(before.status == 0)
    #expect(before.output.contains("is new"))
    #expect(first.output.contains("\"from\": 0"))
    #expect(second.output.contains("has the newest version"))
    #expect(after.output.contains("answers and has the newest version"))
    #expect(after.output.hasSuffix("Everything works.\n"))
  }

  @Test func `Doctor finds what is wrong`() async throws {
    let server = try await program.serve()
    let (certificate, key) = try Certificate.write(to: program.home)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let flags = "\(program.home.path)/flags.json"
    try Data("[]".utf8).write(to: URL(filePath: flags))

    let outcome = try await program.run(
      "doctor", "--listen", "127.0.0.1:\(server.port)", "--metrics-listen", "127.0.0.1:0",
      "--tls-certificate", certificate, "--tls-key", key, "--flags", flags, "--database",
      "sqlite:\(certificate)")

    #expect(outcome.status == 1)
    let failed = outcome.output.split(separator: "\n").filter { $0.hasPrefix("failed") }
    #expect(
      failed.map { $0.dropFirst("failed  ".count).prefix { $0 != ":" } }
        == ["database", "tls", "flags", "port"])
    #expect(outcome.output.contains("chmod 600 \(key)"))
    _ = await server.end()
  }

  @Test(arguments: ["cloud-transport", "route-model"])
  func `A server refuses flags that it would not follow`(flag: String) async throws {
    let flags = "\(program.home.path)/flags.json"
    let definition = #"{"state": "ENABLED", "variants": {"a": "a"}, "defaultVariant": "a"}"#
    try Data(#"{"flags": {"\#(flag)": \#(definition)}}"#.utf8).write(to: URL(filePath: flags))

    let served = try await program.run("serve", "--listen", "127.0.0.1:0", "--flags", flags)
    let checked = try await program.run("doctor", "--listen", "127.0.0.1:0", "--flags", flags)

    #expect(served.status == 65)
    for message in [served.error, checked.output] {
      #expect(message.contains("The flag '\(flag)' would have no effect"))
    }
  }

  @Test func `Places that are imported are found by a server that runs`() async throws {
    let server = try await program.serve()
    let file = "\(program.home.path)/places.csv"
    try Data("id,name,latitude,longitude\nw,Wharf 7,-33.86,151.2\n".utf8)
      .write(to: URL(filePath: file))

    let outcome = try await program.run("places", "import", file)
    let found = try await server.client().call(
      CloudAPI.searchPlaces, parameters: PlaceSearch(query: "wharf", near: nil, limit: 2))

    #expect(outcome.output == "1 imported, 0 updated, 0 skipped.\n")
    #expect(found.places.map(\.name) == ["Wharf 7"])
    _ = await server.end()
  }

  @Test(arguments: [
    #"cat '{}' | exec "$0" "$@" -;"#, #"cat '{}' | exec "$0" "$@" /dev/stdin;"#,
    #"exec "$0" "$@" <(cat '{}');"#, #"exec "$0" "$@" - <'{}';"#,
  ])
  func `Definitions come from a pipe, too`(launch: String) async throws {
    let file = try program.home.write(#"{"flags": {}}"#, to: "definitions.json")

    let outcome = try await program.run(
      "/bin/bash",
      ["-c", launch.replacing("{}", with: file), CloudProgram.executable, "flags", "lint"])

    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test func `Counts are read from the standard input, as UTF-8`() async throws {
    let counts = try await program.run(
      CloudProgram.executable, ["experiments", "analyze", "-"],
      input: "variant,exposed,converted\na,1000,300\nb,1000,320\n")
    let bytes = try await program.run(
      "/bin/bash",
      ["-c", "exec \"$0\" experiments analyze - <<<$'variant\\xe9'", CloudProgram.executable])

    #expect(counts.status == 0, "\(counts)")
    #expect(bytes.status == 65 && bytes.output == "")
    #expect(bytes.error.contains("standard input") && bytes.error.contains("UTF-8"))
  }

  @Test func `A token of an administrator works from its making to its end`() async throws {
    let server = try await program.serve()
    let token = try await program.run("admin-tokens", "create", "ada", "--days", "1")
    let secret = token.output.dropLast()
    let ask = {
      try server.get("/experiments", headers: ["Authorization": "Bearer \(secret)"])?.status
    }

    #expect(secret.count == 43)
    #expect(try ask() == 200)
    #expect(try await program.run("admin-tokens", "create", "ada").status == 1)
    #expect(try await program.run("admin-tokens", "list").output.hasPrefix("ada\t"))
    #expect(try await program.run("admin-tokens", "revoke", "ada").status == 0)
    #expect(try ask() == 401)
    let database = try Data(
      contentsOf: URL(filePath: "\(program.home.path)/data/cloud/cloud.sqlite-wal"))
    #expect(database.firstRange(of: Data(secret.utf8)) == nil)
    _ = await server.end()
  }

  @Test func `A backup beside a server is restored once the server has ended`() async throws {
    let server = try await program.serve()
    let backup = "\(program.home.path)/backup.sqlite"
    let file = "\(program.home.path)/places.csv"
    try Data("id,name,latitude,longitude\nw,Wharf 7,-33.86,151.2\n".utf8)
      .write(to: URL(filePath: file))

    let made = try await program.run("backup", backup)
    let again = try await program.run("backup", backup)
    let doctor = try await program.run("doctor", "--listen", "127.0.0.1:0")
    _ = try await program.run("places", "import", file)
    let early = try await program.run("restore", backup, "--force")
    _ = await server.end()
    let unforced = try await program.run("restore", backup)
    let restored = try await program.run("restore", backup, "--force")
    let checked = try await program.run("check")
    let imported = try await program.run("places", "import", file)

    #expect(made.status == 0)
    #expect(again.status != 0)
    #expect(doctor.output.contains("The last backup is 0 hours old"))
    #expect(early.status == 75)
    #expect(early.error.contains("has the database open"))
    #expect(unforced.status == 73)
    #expect(restored.status == 0)
    #expect(checked.output.hasSuffix("is sound.\n"))
    #expect(imported.output == "1 imported, 0 updated, 0 skipped.\n")
  }

  @Test(arguments: 4...12)
  func `Too few files that may be open are an error, never a signal`(limit: Int) async throws {
    for command in [["check"], ["__complete", "--", ""]] {
      let outcome = try await program.run(
        "/bin/sh",
        ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", CloudProgram.executable] + command)

      #expect(outcome.status == 78, "\(command): \(outcome)")
      #expect(outcome.error.contains("Only \(limit) files may be open at once"))
      #expect(outcome.error.contains("ulimit -n 1024"))
    }
  }

  @Test func `Passwords are not served to other machines in clear`() async throws {
    let address = ["--listen", "0.0.0.0:0"]
    let (certificate, key) = try Certificate.write(to: program.home)

    let served = try await program.run(CloudProgram.executable, ["serve"] + address)
    let checked = try await program.run(CloudProgram.executable, ["doctor"] + address)

    #expect(served.status == 78)
    #expect(served.error.contains("--insecure-http"))
    #expect(checked.status == 1)
    #expect(checked.output.contains("failed  port: Passwords could be read"))
    for options in [
      ["--insecure-http"], ["--behind-proxy"],
      ["--tls-certificate", certificate, "--tls-key", key],
    ] {
      let allowed = try await program.run(CloudProgram.executable, ["doctor"] + address + options)
      #expect(allowed.output.contains("ok      port: "), "\(options): \(allowed.output)")
    }
  }

  @Test(.enabled(if: canMount, "Mounting is not allowed: it takes root and CAP_SYS_ADMIN."))
  func `A server does not start where it cannot write`() async throws {
    #expect(try await program.run("migrate").status == 0)

    let outcome = try await program.run(
      "/bin/sh",
      [
        "-c",
        """
        exec unshare -m sh -c 'mount --bind "$KOOBER_HOME" "$KOOBER_HOME" &&
          mount -o remount,bind,ro "$KOOBER_HOME" && exec "$0" "$@"' "$0" "$@"
        """,
        CloudProgram.executable, "serve", "--listen", "127.0.0.1:0",
      ])

    #expect(outcome.status == 74)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("Read-only file system"))
  }

  @Test(.enabled(if: canMount, "Mounting is not allowed: it takes root and CAP_SYS_ADMIN."))
  func `Without the file system of processes a command says so`() async throws {
    let outcome = try await program.run(
      "/bin/sh",
      [
        "-c", #"exec unshare -m sh -c 'mount -t tmpfs none /proc && exec "$0" "$@"' "$0" "$@""#,
        CloudProgram.executable, "check",
      ])

    #expect(outcome.status == 78)
    #expect(outcome.error.contains("mount -t proc"))
  }

  @Test func `A PostgreSQL database is backed up by its own programs`() async throws {
    let outcome = try await program.run(
      "backup", "x", "--database", "postgresql://koober@db.example/koober")

    #expect(outcome.status == 64)
    #expect(
      outcome.error.contains(
        "pg_dump --format=custom --file=x --dbname='postgresql://koober@db.example/koober'"))
  }

  @Test func `The contract is printed as a server gives it`() async throws {
    let server = try await program.serve()

    let printed = try await program.run("openapi")
    let served = try server.get("/openapi.json")

    #expect(printed.status == 0)
    #expect(printed.output == (served?.body ?? "") + "\n")
    _ = await server.end()
  }

  @Test(arguments: [["--version"], ["help"], ["man"], ["completions", "bash"]])
  func `Pages are printed`(arguments: [String]) async throws {
    let outcome = try await program.run(
      arguments[0], arguments.count > 1 ? arguments[1] : "--quiet")

    #expect(outcome.status == 0)
    #expect(outcome.output.contains("koober"))
    #expect(outcome.error == "")
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `The password of a database comes from the environment, and is not printed`() async throws {
    try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
      var program = program
      program.environment = ["KOOBER_CLOUD_DATABASE": "\(url)&password=pa55word"]

      let migrated = try await program.run("migrate")
      let doctor = try await program.run("doctor", "--listen", "127.0.0.1:0")
      let server = try await program.serve()
      let commandLine = try String(
        contentsOfFile: "/proc/\(server.identifier)/cmdline", encoding: .utf8)
      let inArguments = try await program.run("migrate", "--database", "\(url)&password=pa55word")
      _ = await server.end()

      #expect(migrated.status == 0)
      #expect(doctor.status == 0)
      #expect(inArguments.status == 64)
      for text in [
        migrated.output, migrated.error, doctor.output, doctor.error, commandLine,
        server.log.text, inArguments.error,
      ] {
        #expect(!text.contains("pa55word"))
      }
    }
  }
}
