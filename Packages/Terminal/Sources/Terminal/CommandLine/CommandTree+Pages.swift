extension CommandTree {
  /// The text of a page, with a line break at its end.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - width: The columns that help is wrapped to; scripts and the manual ignore it.
  public func text(of page: CommandPage, width: Int) -> String {
    switch page {
    case .help(let path): help(for: path, width: width)
    case .version: "\(name) \(version)\n"
    case .exitStatuses: exitStatusTable
    case .completionScript(let shell):
      CompletionScript.text(for: shell, program: name, callback: Self.completionCallback)
    case .manualPage: ManualPage(tree: self).text
    }
  }

  /// The help of a command by its path below the program; of the nearest one if it has none.
  public func help(for path: [String], width: Int) -> String {
    HelpPage(tree: self, path: path, width: width).text
  }

  /// One line per exit status: the number, two spaces, the meaning.
  private var exitStatusTable: String {
    let digits = exitStatuses.map { String($0.code).count }.max() ?? 0
    return exitStatuses.map { status in
      let code = String(status.code)
      let padding = String(repeating: " ", count: digits - code.count)
      return "\(padding)\(code)  \(status.meaning)\n"
    }.joined()
  }
}
