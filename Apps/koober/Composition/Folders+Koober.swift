import CommandProgram

extension Folders {
  /// The file of the stored session.
  var userSession: String { "\(state)/session/session.plist" }
  /// The file of the rider's chosen location.
  var riderLocation: String { "\(config)/location.json" }
  /// The file of the variants that the rider has chosen.
  var riderFlags: String { "\(config)/flags.json" }
  /// The file of this installation's identifier.
  var installation: String { "\(state)/installation" }
  /// The file of the events that the cloud does not have yet.
  var experimentEvents: String { "\(state)/experiment-events.jsonl" }
}
