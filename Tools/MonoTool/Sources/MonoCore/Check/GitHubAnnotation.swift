/// A workflow command of GitHub Actions that marks an error.
///
/// Source: "Workflow commands for GitHub Actions", "Setting an error message".
enum GitHubAnnotation {
  /// The command with its line break.
  static func error(file: String, line: Int, title: String, message: String) -> String {
    let place = file.isEmpty ? "" : "file=\(property(file)),line=\(max(1, line)),"
    return "::error \(place)title=\(property(title))::\(data(message))\n"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
