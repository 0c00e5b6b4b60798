import Synchronization

/// What is done when ``ProcessTree/endOnInterrupts()`` ends the process.
public enum InterruptCleanup {
  private static let folder = Mutex<String?>(nil)

  /// Has a folder removed, such as one for temporary files.
  public static func remove(_ folder: String) { self.folder.withLock { $0 = folder } }

  static func run() {
    guard let folder = folder.withLock({ $0 }) else { return }
    for _ in 1...20 {
      do throws(FileError) {
        return try Files.remove(folder)
      } catch {
        // Another thread has started a program meanwhile, which writes there.
        ProcessTree.endChildren()
      }
    }
  }
}
