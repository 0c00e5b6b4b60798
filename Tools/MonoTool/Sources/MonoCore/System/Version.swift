/// Which version of the tool this is.
package enum Version {
  package static let current = "2.0.0"
  package static let date = "2026-11-23"
}
