/// The lines of documents that no test types, with the reason.
///
/// ``DocumentTests`` checks that each stands in a document, that a shell understands it, and that the
/// tools of the repository that it starts have the options that it uses.
enum UnrunLines {
  static let reasons: [String: [String]] = [
    "It builds the product, or tests all of it, for minutes or hours; CI runs it": [
      "Tools/mono test Sharing", "Tools/mono test --affected", "Tools/mono check", "Tools/test",
      "Tools/faults --seconds 120", "Tools/fuzz --every 200", "Tools/sanitize thread",
      "Tools/docs", ".ci/run", ".ci/deployment", ".ci/robustness 3600", ".ci/experiment-trial",
      "Tools/fuzz", "Tools/fuzz --search 600", "Tools/fuzz --target riders", "Tools/faults",
      "Tools/sanitize address",
      "Tools/mono affected --explain", "swift test",
      "swift test --sanitize thread --filter ParallelTests",
      "swift test -c release -Xswiftc -enable-testing --filter 'Scope|Mistakes|Boundary'",
      "swift build --traits FileBasedUserSessionStore", "Tools/package koober",
      "Tools/package koober-cloud",
      "Tools/mono test PACKAGE", "Tools/sbom PROGRAM", "Tools/bench --help",
      "Tools/bench --against COMMIT", "Tools/bench --guard",
      "RECORD_FRAMES=1 swift test --filter FriendsScreenTests", "Tools/mono test Tipping",
      "Tools/pictures",
    ],
    "It works for half a minute or longer": [
      "koober-cloud simulate",
      "koober-cloud simulate --drivers 200 --riders 1000 --minutes 60 --speed 60 --json",
      "koober-cloud simulate --url http://127.0.0.1:8080 --minutes 5",
      "koober-cloud simulate --url http://127.0.0.1:8080 --drivers 2000 --riders 6500 --minutes 1",
    ],
    "It changes the sources; the tests of mono and .ci/scaffold run it": [
      "Tools/mono new feature Tipping --parent SignedIn --dry-run",
      "Tools/mono new feature Tipping --parent SignedIn",
    ],
    "It fetches OSRM and needs a map; .ci/osrm runs it": ["Tools/osrm liechtenstein.osm.pbf"],
    "It names what only one machine has": ["koober account revoke 3f2a"],
    "It changes the machine: packages, users of a database, services": [
      "apt install $(Tools/package koober | head -1)", "pip install openfeature-provider-ofrep",
      "createuser --pwprompt koober", "createdb --owner koober koober",
      "install -m 755 \"$(Tools/release koober-cloud)\" /usr/local/bin/",
      "install -D -m 600 /dev/stdin /etc/koober-cloud/environment <<< 'KOOBER_CLOUD_DATABASE=postgresql://…'",
      "install -m 644 Apps/koober-cloud/koober-cloud@.service /etc/systemd/system/",
      "systemctl enable --now koober-cloud@8081 koober-cloud@8082",
      "install -m 644 Apps/koober-cloud/nginx.conf /etc/nginx/conf.d/koober-cloud.conf",
      "apt-get install libsqlite3-dev libsodium-dev libpq-dev libgnutls28-dev",
    ],
  ]

  static let all = Set(reasons.values.joined())
}
