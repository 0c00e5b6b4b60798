/// What is there before the lines of a document are typed.
enum DocumentSetup {
  /// How a line that goes on until its user leaves is left: what is typed after which text, and the
  /// status of the end.
  static let leaving: [String: (shown: String, typed: String, status: Int32)] = [
    "Tools/run": ("Sign up", "\u{3}", 130),
    "Tools/run ride status --watch": ("min", "\u{3}", 130),
    "swift run terminal-preview map": ("Opera House", "q", 0),
    "swift run onboarding-preview --flag onboarding-order=email-first": ("Sign up", "\u{3}", 130),
    "swift run sharing-preview --flag notification-service=banner": ("Ada", "\u{3}", 130),
    "swift run signedin-preview --flag ride-options-layout=cards": ("nearby", "\u{3}", 130),
    "swift run driving-preview --flag driver-locator=simulated": ("not registered", "\u{3}", 130),
    "koober drive": ("offline", "\u{3}", 130),
    "koober open --app koober://inbox": ("Load again", "\u{3}", 130),
    "koober": ("Where", "\u{3}", 130), "koober map": ("Leave", "q", 0),
    "koober map --to 'Opera House'": ("Leave", "q", 0),
    "koober ride status --watch": ("min", "\u{3}", 130),
    // Rides of the examples have other names and codes.
    "koober drive start 4711": ("Link", "\u{3}", 1),
    "koober drive block 3c38": ("Link", "\u{3}", 66),
    "koober drive unblock 3c38": ("Link", "\u{3}", 66),
    // The cloud of the examples is embedded and serves no pages, and no friend is under way.
    "koober share link": ("Link", "\u{3}", 78), "koober share link --revoke": ("Link", "\u{3}", 78),
    "koober inbox follow": ("Drop-off", "\u{3}", 66),
  ]

  private static let signUp =
    "koober sign-up --name 'Ada Lovelace' --email ada@example.org --phone 0491570156"
    + " --nickname Countess --password-stdin <<< 'a long password'"

  static func lines(of section: String) -> [DocumentedLine] {
    (sections[section] ?? []).map { DocumentedLine(.command, $0) }
  }

  private static let pages = "Apps/koober-cloud/Documentation"
  private static let sections: [String: [String]] = [
    ".github/SECURITY.md#Promises": [signUp],
    "Packages/FeatureFlags/README.md#Compare two implementations": [signUp],
    "Apps/koober-cloud/README.md#Run it": [signUp, "koober sign-out"],
    "Apps/koober-cloud/README.md#Backups": [signUp],
    "Apps/koober-cloud/README.md#TLS without a proxy": [certificate],
    "Apps/koober-cloud/README.md#PostgreSQL": [places],
    "\(pages)/Routes.md#The map": [extract],
    "\(pages)/Flags.md#Publish flags": [flags, "export \(editor)"],
    "\(pages)/Flags.md#Administrators": [flags, publish, "koober-cloud serve"],
    "\(pages)/Flags.md#Experiments": [flags],
    "\(pages)/Flags.md#Remote evaluation": [flags, publish, "koober-cloud serve"],
    "\(pages)/Drivers.md#Turn it on": [signUp, car()],
    "\(pages)/Drivers.md#Matching": [matching],
    "\(pages)/Drivers.md#Simulated drivers and riders": [matching],
    "\(pages)/Accounts.md#Sessions": [signUp],
    "\(pages)/Accounts.md#Forgotten passwords": [signUp],
    "\(pages)/Accounts.md#Audit log": [
      signUp, "koober-cloud serve",
      "! koober --cloud http://127.0.0.1:8080 sign-in --email ada@example.org --password-stdin <<< wrong-password",
      "koober --cloud http://127.0.0.1:8080 sign-in --email ada@example.org --password-stdin <<< 'a long password'",
    ],
  ]

  /// A place of GeoNames.
  private static let places =
    #"printf '1\tBondi\tBondi\t\t-33.89\t151.27\tP\tPPL\tAU\t\t\t\t\t\t10000\t\t1\tAustralia/Sydney\t2020-01-01\n' >AU.txt"#

  /// An extract of OpenStreetMap with one town.
  private static let extract = """
    printf '<osm version="0.6"><node id="1" version="1" lat="47.14" lon="9.52">\
    <tag k="place" v="town"/><tag k="name" v="Vaduz"/></node></osm>' >town.osm; \
    osmium cat --overwrite --output liechtenstein.osm.pbf town.osm
    """

  private static let flags = """
    printf '{"flags":{"ride-options-layout":{"state":"ENABLED","variants":{"table":"table","cards":"cards"},\
    "defaultVariant":"table","targeting":{"fractional":[["table",50],["cards",50]]}},\
    "dropoff-ranking":{"state":"ENABLED","variants":{"match":"match","nearness":"nearness"},\
    "defaultVariant":"match"},\
    "demo":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"},\
    "surge":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"}}}' >flags.json
    """
  private static let matching = """
    printf '{"flags":{"dispatch-matching":{"state":"ENABLED","variants":{"nearest":"nearest","batched":"batched"},\
    "defaultVariant":"nearest","targeting":{"fractional":[["nearest",50],["batched",50]]}}}}' >flags.json
    """
  private static let publish = "koober-cloud flags publish flags.json --message x"
  private static let editor = #"EDITOR="sed -i -e 0,/50/s//90/""#

  private static let certificate =
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=localhost"
    + " -addext subjectAltName=DNS:localhost -keyout key.pem -out chain.pem 2>&1 && chmod 600 key.pem"

  /// The files that examples read, three riders of whom Ada is signed in, and seven versions of flags.
  static let ofExamples = """
    \(places); \(extract); \(flags)
    \(certificate); cp chain.pem cert.pem
    echo 'a long password' >password.txt
    printf 'a long password\\nanother password\\n' >passwords.txt
    printf 'variant,exposed,converted\\ntable,100,40\\ncards,100,50\\n' >counts.csv
    echo '{"rule":{"+":[1,2]},"data":null}' >rules.jsonl
    echo '{"key":"ride-options-layout","type":"string","default":"x","context":{}}' >requests.jsonl
    for name in Grace Eve; do
      koober sign-up --name $name --email ${name,}@example.org --phone 0491570157 --password-stdin <password.txt
      koober friends add ada@example.org
    done
    \(signUp)
    koober places save home 'Opera House'; koober places save work 'Opera House'
    for weight in 1 2 3 4 5 6 7; do
      sed "s/50/$weight/" flags.json >version.json
      koober-cloud flags publish version.json --message "$weight"
    done
    """

  /// A ride of Ada's that Grace has driven.
  private static let driven =
    "\(drive); \(switchTo("grace")); \(car("AB 12 CD")); koober drive online; "
    + "\(switchTo("ada")); \(ride); \(switchTo("grace")); koober drive accept; "
    + "\(trip("grace", with: "ada")); \(switchTo("ada"))"

  /// What some examples need besides.
  static let before: [String: String] = [
    "koober": nobody, "koober sign-up --name 'Ada Lovelace' --email ada@example.org": nobody,
    "koober sign-up --name 'Ada Lovelace' --email ada@example.org --phone 0491570156": nobody,
    "koober sign-up --name 'Ada Lovelace' --email ada@example.org --phone 0491570156 --password-stdin < password.txt":
      nobody,
    "koober ride status": ride, "koober ride status --watch": ride,
    "koober ride cancel --yes": ride,
    "koober ride rate 5": driven, "koober ride tip 2": driven, "koober ride block": driven,
    "koober ride unblock": "\(driven); koober ride block",
    "koober drive": car(), "koober drive status": car(), "koober drive status --json": car(),
    "koober drive history --limit 5": car(), "koober drive online": car(),
    "koober drive online --at -33.8587,151.2140": car(),
    "koober drive offline": "\(car()); koober drive online",
    "koober drive at -33.8587,151.2140": "\(car()); koober drive online",
    "koober drive accept": offer, "koober drive decline": offer,
    "koober drive arrive": "\(offer); koober drive accept",
    "koober drive cancel --reason car-trouble": "\(offer); koober drive accept",
    "koober drive start 4711": "\(offer); koober drive accept; koober drive arrive",
    "koober drive complete":
      "\(offer); koober drive accept; koober drive arrive; \(start("ada", with: "grace"))",
    "koober drive rate 5": "\(offer); koober drive accept; \(trip("ada", with: "grace"))",
    "koober drive block 3c38": car(), "koober drive unblock 3c38": car(),
    "koober share ride --with grace@example.org": "\(accept); \(ride)",
    "koober share post 'On my way' --with grace@example.org": accept,
    "koober friends remove grace@example.org": accept,
    "koober friends block eve@example.org": "koober friends accept eve@example.org",
    "koober friends unblock eve@example.org":
      "koober friends accept eve@example.org; koober friends block eve@example.org",
    "koober reset-password --email ada@example.org":
      "koober-cloud accounts reset ada@example.org | grep -- - | tail -1 >code",
    "koober-cloud drivers show 'KBR 042'": car(),
    "koober-cloud drivers approve 'KBR 042' --yes": car(),
    "koober-cloud drivers suspend 'KBR 042' --reason 'Two complaints are looked into.'": car(),
    "koober-cloud admin-tokens revoke ada": "koober-cloud admin-tokens create ada",
    "koober-cloud restore /backup/cloud.sqlite --force": "koober-cloud backup backup/cloud.sqlite",
    "koober-cloud experiments stop ride-options-layout":
      "koober-cloud experiments start ride-options-layout --message x --conversion ride_requested",
    "koober-cloud flags edit --message 'Raise the share of cards'": "echo '\(editor)' >>state",
  ]

  private static let drive = "koober flags set dispatch drivers"

  private static func trip(_ driver: String, with rider: String) -> String {
    "koober drive arrive; \(start(driver, with: rider)); koober drive complete"
  }

  /// The rider says the code.
  private static func start(_ driver: String, with rider: String) -> String {
    """
    \(switchTo(rider)); code=$(koober ride status --json | grep -oE '"code": *"[0-9]{4}' | grep -oE '[0-9]{4}$')
    \(switchTo(driver)); koober drive start "$code"
    """
  }

  /// Grace has requested a ride that is offered to Ada.
  private static let offer =
    "\(drive); \(switchTo("grace")); \(ride); \(switchTo("ada")); \(car()); koober drive online"

  private static func car(_ plate: String = "KBR 042") -> String {
    "koober drive register --plate '\(plate)' --model 'Toyota Camry' --option wallabee"
  }

  private static func switchTo(_ name: String) -> String {
    "koober sign-out; koober sign-in --email \(name)@example.org --password-stdin <password.txt"
  }

  private static let nobody = "rm -rf home/*"
  private static let accept = "koober friends accept grace@example.org"
  private static let ride = "koober ride request --to 'Opera House' --option wallabee --yes"
}
