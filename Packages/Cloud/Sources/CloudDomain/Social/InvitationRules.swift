/// The times of invitations, in seconds.
package enum InvitationRules {
  /// How long further invitations of a rider who was declined are hidden: 30 days.
  package static let quietTimeAfterDecline = 30.0 * 24 * 3600
}
