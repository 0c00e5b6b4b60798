import CProgramCommit

/// The version that all of Koober's programs have in common.
public enum ProgramVersion {
  /// The version as `--version` prints it: `1.0.0 (3c24d28b1a2f)` in a build by `Tools/release`,
  /// `1.0.0` in others.
  public static let text = text(commit: program_commit().map { String(cString: $0) })

  /// The day of the version, `YYYY-MM-DD`.
  public static let date = "2026-11-20"

  private static let number = "1.0.0"

  static func text(commit: String?) -> String { commit.map { "\(number) (\($0))" } ?? number }
}
