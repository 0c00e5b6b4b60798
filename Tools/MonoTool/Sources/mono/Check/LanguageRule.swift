import Basics

/// The rule that all manifests choose the same language.
extension Checker {
  /// Settings that give a target another language, by the beginnings of their texts.
  private static let languageSettings = [
    "enable", "swiftLanguage", "defaultIsolation", "interoperabilityMode", "strictMemorySafety",
  ]
  private static let languageFlags = [
    "-swift-version", "-upcoming-feature", "-enable-upcoming", "-experimental-feature",
    "-enable-experimental", "-strict-concurrency", "-default-isolation", "-cxx-interoperability",
  ]

  func language(_ rule: Rule) -> [Finding] {
    let wanted = Set(rule.upcomingFeatures.map { "enableUpcomingFeature \($0)" })
    let excepted = workspace.targets(rule.except)
    let targets = workspace.targets.indices.filter {
      !excepted.contains($0) && ![.system, .binary, .plugin].contains(workspace[$0].kind)
    }
    return targets.compactMap { target in
      let settings = workspace.package(of: target).manifest.settings
      let isVersion =
        settings["toolsVersion"]?["_version"]?.text == rule.toolsVersion + ".0"
        && settings["swiftLanguageVersions"] == nil
      let chosen = workspace[target].description.settings.filter { setting in
        Self.languageSettings.contains(where: setting.name.hasPrefix)
          || Self.languageFlags.contains(where: setting.value.contains)
      }.map { "\($0.name) \($0.value)" }
      let odd =
        (isVersion ? [] : ["swift-tools-version"])
        + Set(chosen).symmetricDifference(wanted).sorted()
      if odd.isEmpty { return nil }
      return rule.finding(
        manifestPath(of: target), workspace.manifestLine(in: target), from: label(target),
        to: odd[0],
        "\(label(target)) differs in \(odd.joined(separator: ", ")).",
        fix:
          "Begin \(manifestPath(of: target)) with '// swift-tools-version: \(rule.toolsVersion)',"
          + " end it with the loop over package.targets that the other manifests have, and set"
          + " nothing else of the language.")
    }
  }
}
