/// The version that all of Koober's programs have in common.
public enum ProgramVersion {
  public static let number = "1.0.0"
  /// The day of the version, `YYYY-MM-DD`.
  public static let date = "2026-11-20"
}
