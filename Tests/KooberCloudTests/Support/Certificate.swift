import Basics
import CoreTesting
import Foundation

/// A certificate that is good for tests only: it names this machine, and its key stands here.
enum Certificate {
  /// Writes the certificate and its key to files, the key for its owner only.
  static func write(to folder: TemporaryFolder) throws -> (certificate: String, key: String) {
    let (certificate, key) = ("\(folder.path)/certificate.pem", "\(folder.path)/key.pem")
    try Data(pem.utf8).write(to: URL(filePath: certificate))
    try Data(keyPEM.utf8).write(to: URL(filePath: key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    return (certificate, key)
  }

  private static let pem = """
    -----BEGIN CERTIFICATE-----
    MIIBmzCCAUGgAwIBAgIUCrTsClmCSsSzyE+OGd+QMu0zMGcwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAyMzUzNFoYDzIxMjYxMDI4
    MDIzNTM0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAASB7dmjhpTCNlu0TzcqmkywfYngN8qganQax7AEZsw+RAvriBKA7VG3
    XyrHYv3jA7Gg6gT6ISyrOSljUu5Iu3Kmo28wbTAdBgNVHQ4EFgQU/gT3kGTMecb2
    xHk2KAvDPVg4TjMwHwYDVR0jBBgwFoAU/gT3kGTMecb2xHk2KAvDPVg4TjMwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSAAwRQIhAISpOkS49x+XxWEG6zPqJ83PKbirUr6uji1gy8AjnPCpAiBC
    XD/oF2YBQwvs/YK2Cqy0SphnmxqP28STZvutDZj/Qw==
    -----END CERTIFICATE-----

    """

  private static let keyPEM = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeIZS7LXLvX8gnOO5
    ZcGTzADl0dkfPpn/0RZQEH98RgyhRANCAASB7dmjhpTCNlu0TzcqmkywfYngN8qg
    anQax7AEZsw+RAvriBKA7VG3XyrHYv3jA7Gg6gT6ISyrOSljUu5Iu3Km
    -----END PRIVATE KEY-----

    """
}
