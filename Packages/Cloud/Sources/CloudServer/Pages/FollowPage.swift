import Basics
import Cloud
import Core
import FoundationEssentials

/// The page on which those who have a link follow a ride; it loads its script, its style, the ride and
/// the map from this server, and nothing from elsewhere.
enum FollowPage {
  /// Source: W3C, "Content Security Policy Level 3".
  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
  private static let html = String(decoding: PackageResources.follow_html, as: UTF8.self)

  /// Returns what to do with a request for a part of the page; `nil` for any other.
  static func plan(_ request: HTTPRequest, _ target: RequestTarget) -> RequestHandler.Plan? {
    guard request.method == "GET" || request.method == "HEAD" else { return nil }
    switch target.path {
    case ["assets", "follow.js"]:
      return .respond(
        asset(PackageResources.follow_js, "text/javascript"), endpoint: "followScript")
    case ["assets", "follow.css"]:
      return .respond(asset(PackageResources.follow_css, "text/css"), endpoint: "followStyle")
    default: return nil
    }
  }

  /// Returns the page of a link, by the cloud's answer about the ride.
  static func page(_ response: HTTPResponse) -> HTTPResponse {
    let ride = try? JSONCoding.decode(LinkedRide.self, from: response.body)
    let headline =
      switch response.status {
      case 200: "\(ride?.name ?? "A ride"): \(ride?.state.name ?? "under way")"
      case 404: "This link leads nowhere, or not any more"
      default: "The ride cannot be shown now; try again in a moment"
      }
    let page = html.replacing("{{headline}}", with: headline.escapedForXML)
    let other = response.headers.filter { $0.name == "Retry-After" }
    return HTTPResponse(
      status: response.status,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
        ("X-Robots-Tag", "noindex, nofollow"),
      ] + other, body: Data(page.utf8))
  }

  private static func asset(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "public, max-age=300"),
      ], body: Data(bytes))
  }
}
