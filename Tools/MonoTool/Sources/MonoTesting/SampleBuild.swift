import MonoCore

/// How tests build their samples, and commit them.
package enum SampleBuild {
  /// The folder in which these tests were built, with the program beside them.
  package static let products = Path.folder(of: Files.realPath("/proc/self/exe") ?? "")

  /// Options of builds that find the system's modules compiled by the build of these tests, use the
  /// faster linker of the toolchain, and neither index them nor tell a debugger about them: that is
  /// most of the work for a small package.
  package static let options =
    ["-debug-info-format", "none"]
    + [
      "-use-ld=lld", "-index-ignore-system-modules", "-module-cache-path",
      Path.join(products, "ModuleCache"),
    ].flatMap { ["-Xswiftc", $0] }

  /// Options of `git` that name an author, and start no maintenance after a commit.
  package static let gitOptions = [
    "user.name=T", "user.email=t@example.org", "maintenance.auto=false",
  ].flatMap { ["-c", $0] }
}
