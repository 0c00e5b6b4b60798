package import Basics

/// An evaluated package manifest: what `swift package dump-package` says.
package struct Manifest: Sendable, Equatable {
  package let name: String
  package internal(set) var dependencies: [PackageDependency]
  package let products: [Product]
  package let targets: [TargetDescription]
  /// Everything at package level that can change how its targets are built, as one text.
  package let settings: String

  package struct Product: Sendable, Equatable {
    package let name: String
    package let targets: [String]
    /// `library`, `executable`, `plugin`, …
    package let kind: String
    /// The evaluated product, to see any change.
    package let raw: JSON
  }
}

/// A `.package(…)` of a manifest.
package struct PackageDependency: Sendable, Equatable {
  package let identity: String
  /// The name that target dependencies may use besides the identity.
  package let name: String?
  /// The folder of a local package, relative to the manifest's folder.
  package internal(set) var path: String?
  package let traits: JSON
  /// The requirement of an external package, to see any change.
  package let requirement: JSON
}

/// A target of a manifest, before its dependencies are resolved.
package struct TargetDescription: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case library = "regular"
    case executable
    case test
    case system
    case binary
    case macro
    case plugin
  }

  package let name: String
  package let kind: Kind
  package let path: String?
  package let dependencies: [Dependency]
  /// Paths below the target's folder that are not built.
  package let exclude: [String]
  /// When not empty, the only paths below the target's folder that are built.
  package let sources: [String]
  package let resources: [String]
  package let settings: [Setting]
  /// The evaluated target, to see any change.
  package let raw: JSON

  package struct Dependency: Sendable, Equatable {
    package let name: String
    /// The package of `.product(name:package:)`; `nil` when the manifest gives only a name.
    package let package: String?
    package let isPlugin: Bool
    /// Names under which the modules of the product are imported instead.
    package let moduleAliases: [String: String]
  }

  /// One build setting, such as `enableUpcomingFeature ExistentialAny`.
  package struct Setting: Sendable, Hashable {
    package let name, value: String
  }
}
