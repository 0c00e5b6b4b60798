import Basics

/// Rules about manifests' settings and the code in articles.
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
    return workspace.packages.flatMap { package -> [Finding] in
      let targets = package.targets.filter {
        !excepted.contains($0)
          && ![.system, .binary, .plugin].contains(workspace[$0].kind)
      }
      func finding(_ target: Int, _ what: String, _ message: String, _ remedy: String) -> Finding {
        rule.finding(
          package.manifestPath, manifests.line(in: target), from: label(target), to: what, message,
          fix: remedy)
      }
      let isVersion =
        package.manifest.settings["toolsVersion"]?["_version"]?.text == rule.toolsVersion + ".0"
        && package.manifest.settings["swiftLanguageVersions"] == nil
      if let first = targets.first, !isVersion {
        return [
          finding(
            first, "swift-tools-version",
            "\(package.name) chooses another version of the language.",
            "Begin \(package.manifestPath) with '// swift-tools-version: \(rule.toolsVersion)', and"
              + " leave out swiftLanguageModes.")
        ]
      }
      return targets.compactMap { target in
        let all = workspace[target].description.settings
        let chosen = all.filter { setting in
          Self.languageSettings.contains(where: setting.name.hasPrefix)
            || Self.languageFlags.contains(where: setting.value.contains)
        }.map { "\($0.name) \($0.value)" }
        let odd = Set(chosen).symmetricDifference(wanted).sorted()
        if odd.isEmpty { return nil }
        return finding(
          target, odd[0], "\(label(target)) differs in \(odd.joined(separator: ", ")).",
          "End \(package.manifestPath) with the loop over package.targets that the other manifests"
            + " have, and set nothing else of the language.")
      }
    }
  }

  /// Blocks of Swift in articles that stand in no source of their package, and packages without an
  /// article.
  func articles(_ rule: Rule) throws -> [Finding] {
    let packages = Set(workspace.targets(rule.among).map { workspace[$0].package })
    return try packages.sorted().flatMap { index -> [Finding] in
      let package = workspace.packages[index]
      func finding(_ file: String, _ line: Int, _ message: String, _ remedy: String) -> Finding {
        rule.finding(file, line, from: package.name, to: file, message, fix: remedy)
      }
      let place = Path.join(workspace.root, package.folder)
      let articles = Files.descendants(of: place).map { Path.join(package.folder, $0) }
        .filter { article in rule.documents.contains { $0.matches(article) } }
      if articles.isEmpty {
        let wanted = rule.documents.map(\.pattern).joined(separator: " or ")
        return [
          finding(
            package.manifestPath, 1, "\(package.name) has no article.",
            "Write one at \(wanted) that says what the package is for.")
        ]
      }
      let files = sources.all.filter { Path.isInside($0, package.folder) }
      return try zip(articles, loose(articles, in: files)).flatMap { article, lines in
        lines.map { line in
          finding(
            article, line, "The code of this block stands in no source of \(package.name).",
            "Write it into a test below \(package.folder)/Tests, line by line as it is here, or mend"
              + " it after the source that it quotes.")
        }
      }
    }
  }

  /// The lines of blocks of each article that stand in no file; known by the contents of all.
  private func loose(_ articles: [String], in files: [String]) throws -> [[Int]] {
    let texts = files.map { sources.source($0) }
    let state = texts.map(\.key).joined()
    let read = try workspace.sources(articles, state: state)
    return try workspace.facts.facts("articles \(articles)", of: read) { article in
      let trimmed = texts.map { Self.trimmed($0.bytes) }
      return Self.blocks(in: article).filter { block in
        !trimmed.contains { $0.contains(block.lines) }
      }.map(\.line)
    }
  }

  private static func trimmed(_ source: [UInt8]) -> [Substring] {
    String(decoding: source, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }
  }

  /// The fenced blocks marked as Swift, without their indentation.
  private static func blocks(in article: [UInt8]) -> [(line: Int, lines: [Substring])] {
    var blocks: [(line: Int, lines: [Substring])] = []
    var open: Int?
    for (index, line) in trimmed(article).enumerated() {
      if line.hasPrefix("```") {
        open = open == nil && line == "```swift" ? index + 1 : nil
        if let open { blocks.append((open, [])) }
      } else if open != nil {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }
}
