import Terminal

/// The JSON document that `--json` prints instead of a page of help.
struct PageDocument: Encodable {
  struct Status: Encodable {
    let code: Int32
    let meaning: String
  }

  private var name: String?
  private var version: String?
  private var exitStatuses: [Status]?
  private var text: String?

  init<Context>(_ page: CommandPage, of tree: CommandTree<Context>, text: String) {
    switch page {
    case .version: (name, version) = (tree.name, tree.version)
    case .exitStatuses:
      exitStatuses = tree.exitStatuses.map { Status(code: $0.code, meaning: $0.meaning) }
    case .help, .completionScript, .manualPage: self.text = text
    }
  }
}
