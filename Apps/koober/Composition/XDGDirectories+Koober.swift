import Console

extension XDGDirectories {
  var cloudChoice: String { "\(config)/cloud.json" }
  /// The file of the stored session: a token is never sent to another cloud than it came from.
  func userSession(of cloud: CloudChoice) -> String {
    "\(state)/session/\(cloud.fileName ?? "session").json"
  }

  var riderLocation: String { "\(config)/location.json" }
  /// The file of the places that the riders of this home have named.
  var savedPlaces: String { "\(data)/places.json" }
  var riderFlags: String { "\(config)/flags.json" }
  var settings: String { "\(config)/settings.json" }
  var installation: String { "\(state)/installation" }

  /// The file of the events that the cloud does not have yet.
  func experimentEvents(for cloud: CloudChoice) -> String {
    let cloudName = cloud.fileName.map { "-\($0)" } ?? ""
    return "\(state)/experiment-events\(cloudName).jsonl"
  }

  /// The file of the cloud's flag definitions: the embedded cloud's own, or a copy.
  func flags(of cloud: CloudChoice) -> String {
    cloud.fileName.map { "\(cache)/clouds/\($0)/flags.json" } ?? cloudFlags
  }
}
