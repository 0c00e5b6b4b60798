/// The schemas of flag definitions and of targeting rules that are embedded in this package.
///
/// They accept and refuse what flagd's schemas 0.2.15 do. Where those use regular expressions, these
/// name a ``TextFormat``.
struct FlagSchemas: Sendable {
  /// A schema, and the file that its references are relative to.
  struct Place {
    let file: String
    let schema: JSONObject

    func with(_ schema: JSONValue) -> Place {
      Place(file: file, schema: schema.object ?? JSONObject())
    }

    /// What the schema's title says is expected.
    var expectation: String {
      "must be " + (schema["title"]?.text ?? "something else")
    }
  }

  private let files: [String: JSONObject]

  /// Reads the embedded files.
  ///
  /// - Throws: ``JSONParseError`` if one is not JSON, which a test excludes.
  init() throws(JSONParseError) {
    var files: [String: JSONObject] = [:]
    files["flags.json"] = try JSONValue(parsing: PackageResources.flags_json).object
    files["flagd.json"] = try JSONValue(parsing: PackageResources.flagd_json).object
    files["targeting.json"] = try JSONValue(parsing: PackageResources.targeting_json).object
    self.files = files
  }

  /// The schema of a whole file.
  func root(_ file: String) -> Place {
    Place(file: file, schema: files[file] ?? JSONObject())
  }

  /// The schema that a place refers to, or the place itself; the siblings of `$ref` do not count.
  func followed(_ place: Place) -> Place {
    var place = place
    while let reference = place.schema["$ref"]?.text {
      let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
      let file = parts[0].isEmpty ? place.file : String(parts[0])
      var target = root(file)
      if parts.count > 1, let name = parts[1].split(separator: "/").last {
        target = target.with(target.schema["definitions"]?.object?[String(name)] ?? .null)
      }
      place = target
    }
    return place
  }
}
