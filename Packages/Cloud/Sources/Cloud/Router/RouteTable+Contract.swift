import CloudDomain
import Core

extension RouteTable {
  /// Every endpoint of the contract with the service behind it.
  init(_ services: CloudServices) {
    self.init(authorizing: services)
    serveRows(services)
    serveAccounts(services)
    serveRides(services)
    serveFriends(services)
    serveLive(services)
    serveDriving(services.drivers)
    serveExperiments(services)
  }

  /// The endpoints of the fast path: they read a few rows by their keys.
  init(fastPath services: CloudServices) {
    self.init(authorizing: services)
    serveRows(services)
  }

  private init(authorizing services: CloudServices) {
    self.init(
      authorization: Authorization(
        accounts: services.accounts, administrators: services.administrators,
        evaluationToken: services.evaluationToken))
  }

  private mutating func serveRows(_ services: CloudServices) {
    let (accounts, places, rides) = (services.accounts, services.places, services.rides)
    serve(CloudAPI.profile) { try accounts.profile(of: $0.rider) }
    serve(CloudAPI.place) { try places.place($0.parameters.place) }
    serveRide(CloudAPI.ride, from: rides) { ($0.ride, $0.ways ?? true) }
    serveRide(CloudAPI.currentRide, from: rides) { _ in (nil, true) }
  }

  private mutating func serveAccounts(_ services: CloudServices) {
    let (accounts, exports) = (services.accounts, services.accountExports)
    serve(CloudAPI.signUp) { IssuedSession(try accounts.signUp($0.body, from: $0.address)) }
    serve(CloudAPI.signIn) { IssuedSession(try accounts.signIn($0.body, from: $0.address)) }
    serve(CloudAPI.signOut) { call in
      try accounts.signOut(call.rider, tokenHash: call.tokenHash, from: call.address)
    }
    serve(CloudAPI.signOutEverywhere) { try accounts.signOutEverywhere($0.rider, from: $0.address) }
    serve(CloudAPI.changeProfile) { call in
      try accounts.changeProfile(call.body, of: call.rider, from: call.address)
    }
    serve(CloudAPI.changePassword) { call in
      try accounts.changePassword(
        call.body, of: call.rider, tokenHash: call.tokenHash, from: call.address)
    }
    serve(CloudAPI.resetPassword) { call in
      IssuedSession(try accounts.resetPassword(call.body, from: call.address))
    }
    serve(CloudAPI.sessions) { try accounts.sessions(of: $0.rider, current: $0.tokenHash) }
    serve(CloudAPI.revokeSession) { call in
      try accounts.revokeSession(call.parameters.session, of: call.rider, from: call.address)
    }
    serve(CloudAPI.exportAccount) { call in
      try exports.export(call.rider, tokenHash: call.tokenHash, from: call.address)
    }
    serve(CloudAPI.deleteAccount) { try accounts.delete($0.rider, $0.body, from: $0.address) }
  }

  private mutating func serveRides(_ services: CloudServices) {
    let (places, rides, map) = (services.places, services.rides, services.map)
    serve(CloudAPI.searchPlaces) { try places.search($0.parameters) }
    servePlanned(CloudAPI.rideOptions) { call in
      let options = try rides.options(for: call.parameters, to: call.rider)
      return { CloudResponse(status: 200, body: try JSONCoding.encode(try await options())) }
    }
    servePlanned(CloudAPI.mapTile) { try map.tile($0.parameters, $0.condition) }
    serve(CloudAPI.nearbyCars) { try rides.cars(near: $0.parameters, for: $0.rider) }
    serveRideChanges(rides)
    serveResponse(CloudAPI.rideHistory) { call in
      CloudResponse(status: 200, body: try rides.history(of: call.rider, call.parameters))
    }
  }

  private mutating func serveLive(_ services: CloudServices) {
    let (live, map) = (services.live, services.map)
    serveStream(CloudAPI.events) { call, lastEventID in
      try live.events(of: call.rider, tokenHash: call.tokenHash, after: lastEventID)
    }
    serve(CloudAPI.createRideLink) { try live.addLink(to: $0.parameters.ride, of: $0.rider) }
    serve(CloudAPI.revokeRideLinks) { try live.removeLinks(to: $0.parameters.ride, of: $0.rider) }
    serve(CloudAPI.linkedRide) { call in
      guard let linked = try live.linkedRide(call.parameters.token) else { throw APIError.deadLink }
      return linked.document(at: live.clock.now)
    }
    serveStream(CloudAPI.linkedRideEvents) { call, lastEventID in
      try live.events(of: call.parameters.token, from: call.address, after: lastEventID)
    }
    servePlanned(CloudAPI.linkedRideMap) { call in
      let parameters = call.parameters
      guard let linked = try live.linkedRide(parameters.token) else { throw APIError.deadLink }
      let square = MapTileAddress(zoom: parameters.zoom, x: parameters.x, y: parameters.y)
      // The map as a whole is for riders; a square that does not exist is refused by the map.
      guard !square.isValid || linked.isNear(square) else { throw APIError.distantSquare }
      return try map.tile(square, nil)
    }
  }

  private mutating func serveDriving(_ drivers: DriverService) {
    serve(CloudAPI.driver) { try drivers.status(of: $0.rider) }
    serve(CloudAPI.registerDriver) { try drivers.register($0.body, of: $0.rider) }
    serve(CloudAPI.startShift) {
      try drivers.startShift($0.body, of: $0.rider, from: $0.address)
    }
    serve(CloudAPI.endShift) { try drivers.endShift(of: $0.rider) }
    serve(CloudAPI.reportPosition) { try drivers.report($0.body, of: $0.rider) }
    serve(CloudAPI.acceptOffer) { try drivers.accept($0.parameters.offer, by: $0.rider) }
    serve(CloudAPI.declineOffer) { try drivers.make(.decline($0.parameters.offer), by: $0.rider) }
    serve(CloudAPI.advanceRide) { call in
      try drivers.advance(call.parameters.ride, call.body, by: call.rider)
    }
    serve(CloudAPI.abandonRide) { call in
      try drivers.make(.abandon(call.parameters.ride, call.body.reason), by: call.rider)
    }
    serve(CloudAPI.drivenRides) { try drivers.rides(of: $0.rider, $0.parameters) }
    serve(CloudAPI.rateRide) { try drivers.rate($0.parameters.ride, $0.body, by: $0.rider) }
    serve(CloudAPI.tipDriver) { call in
      try drivers.tip(call.parameters.ride, call.body, by: call.rider)
    }
    serve(CloudAPI.blockOtherSide) {
      try drivers.block(otherSideOf: $0.parameters.ride, by: $0.rider)
    }
    serve(CloudAPI.unblockOtherSide) { call in
      try drivers.unblock(otherSideOf: call.parameters.ride, by: call.rider)
    }
  }

  private mutating func serveExperiments(_ services: CloudServices) {
    let events = services.experimentEvents
    serve(CloudAPI.recordExperimentEvents) { try events.record($0.body, from: $0.address) }
    let (reports, flags) = (services.experimentReports, services.flags)
    serve(CloudAPI.experiments) { _ in try reports.list(in: flags.source.definitions) }
    serve(CloudAPI.experimentReport) {
      try reports.report($0.parameters, in: flags.source.definitions)
    }
    serveResponse(CloudAPI.flags) { try flags.definitions($0.condition) }
    serveResponse(CloudAPI.replaceFlags) { call in
      try flags.replace(
        with: call.body, call.condition, message: call.parameters.message ?? "",
        by: call.adminToken, from: call.address)
    }
    serveProtocol(CloudAPI.evaluateFlag) { routed in
      try flags.evaluate(routed.values["key"], routed.request)
    }
    serveProtocol(CloudAPI.evaluateFlags) { routed in try flags.evaluate(nil, routed.request) }
  }

  private mutating func serveFriends(_ services: CloudServices) {
    let (friends, posts) = (services.friends, services.posts)
    serve(CloudAPI.friends) { try friends.friends(of: $0.rider) }
    serve(CloudAPI.inviteFriend) { try friends.invite($0.body, by: $0.rider) }
    serve(CloudAPI.acceptInvitation) { try friends.accept($0.parameters.friend, by: $0.rider) }
    serve(CloudAPI.withdrawInvitation) { try friends.withdraw($0.body, by: $0.rider) }
    serve(CloudAPI.removeFriend) { try friends.remove($0.parameters.friend, of: $0.rider) }
    serve(CloudAPI.blockedRiders) { try friends.blocked(by: $0.rider) }
    serve(CloudAPI.blockRider) { try friends.block($0.parameters.rider, by: $0.rider) }
    serve(CloudAPI.unblockRider) { try friends.unblock($0.parameters.rider, by: $0.rider) }
    serve(CloudAPI.createPost) { try posts.create($0.body, by: $0.rider, key: $0.key) }
    serve(CloudAPI.post) { try posts.post($0.parameters.post, for: $0.rider) }
    serve(CloudAPI.sharePost) { try posts.share($0.parameters.post, with: $0.body, by: $0.rider) }
    serve(CloudAPI.inbox) { try posts.inbox(of: $0.rider, $0.parameters) }
    serve(CloudAPI.markInboxRead) { try posts.markRead($0.body, by: $0.rider) }
  }
}
