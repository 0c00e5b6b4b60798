import Basics
import Testing

/// Mounts that one program has for itself.
enum PrivateMounts {
  static let areRefused: Comment = "Mounting is not allowed: it takes root and CAP_SYS_ADMIN."

  /// Runs a program in a shell of its own mounts, or nothing where the system does not allow that.
  ///
  /// Where `/` is no mount point, as in a chroot, its propagation cannot be changed.
  static let unshare: String? = ["unshare -m", "unshare -m --propagation unchanged"].first {
    works($0)
  }

  /// Begins a command that sees `KOOBER_HOME` on a medium that is read-only.
  ///
  /// The mount is undone, for the case that others see it.
  static func readOnlyHome(_ unshare: String? = unshare) -> String {
    """
    exec \(unshare ?? "false") sh -c 'mount --bind "$KOOBER_HOME" "$KOOBER_HOME" || exit
      mount -o remount,bind,ro "$KOOBER_HOME" && "$0" "$@"
      status=$?; umount "$KOOBER_HOME"; exit $status'
    """
  }

  /// Begins a command that sees no /proc. Others must not see that mount, so `/` has to be one.
  static let withoutProc = #"exec unshare -m sh -c 'mount -t tmpfs none /proc && exec "$0" "$@"'"#
  static let canHideProc =
    (try? Subprocess.run("bash", ["-c", "\(withoutProc) true"]))?.status.code == 0

  private static func works(_ unshare: String) -> Bool {
    guard let folder = try? TemporaryFolder() else { return false }
    let outcome = try? Subprocess.run(
      "bash", ["-c", readOnlyHome(unshare) + " touch \"$KOOBER_HOME/file\""],
      environment: ["KOOBER_HOME": folder.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    return outcome?.errorText.contains("Read-only file system") ?? false
  }
}
