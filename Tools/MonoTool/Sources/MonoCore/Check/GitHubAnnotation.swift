/// A workflow command of GitHub Actions.
///
/// Source: "Workflow commands for GitHub Actions", "Setting an error message".
struct GitHubAnnotation {
  let file: String
  let line: Int
  let title: String
  let message: String

  /// The command with its line break.
  var text: String {
    let place = file.isEmpty ? "" : "file=\(property(file)),line=\(max(1, line)),"
    return "::error \(place)title=\(property(title))::\(data(message))\n"
  }

  private func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
