import Terminal

extension ExitStatus {
  /// Every status that `koober` ends with. Source of 64 to 78: sysexits.h; of 130: 128 + SIGINT.
  static let all = [
    ExitStatus(0, "done"),
    ExitStatus(1, "failed"),
    ExitStatus(2, "cancelled by the rider"),
    ExitStatus(64, "usage: the command line is not understood or incomplete"),
    ExitStatus(65, "bad data: a corrupt file or a bad import"),
    ExitStatus(66, "no such input: a file, a place, a ride or a post that does not exist"),
    ExitStatus(69, "the cloud cannot be reached"),
    ExitStatus(70, "internal error"),
    ExitStatus(73, "a file cannot be created"),
    ExitStatus(74, "input-output error: the disk is full or does not work"),
    ExitStatus(75, "try again later"),
    ExitStatus(76, "the cloud answered something unintelligible"),
    ExitStatus(77, "not signed in, or refused"),
    ExitStatus(78, "bad configuration"),
    ExitStatus(130, "interrupted"),
  ]
}
