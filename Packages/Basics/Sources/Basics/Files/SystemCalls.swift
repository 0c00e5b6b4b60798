import Glibc

// The system's calls for types that have methods of the same names.

func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

func closeDescriptor(_ number: Int32) { close(number) }

/// Creates a pipe: the end to read from, and the one to write to.
func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
