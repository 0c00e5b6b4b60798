public import FeatureFlags

extension FlagSet {
  public static let sharing = FlagSet(
    document: PackageResources.sharing_flags_json, substitutions: [notificationLook])
}

let notificationLook = Substitution<any NotificationLook>(
  flag: "notification-service", default: "line", { LineNotificationLook() },
  alternatives: ["banner": { BannerNotificationLook() }])
