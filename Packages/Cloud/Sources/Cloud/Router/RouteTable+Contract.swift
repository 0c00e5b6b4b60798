import Core

extension RouteTable {
  /// Every endpoint of the contract with the service behind it.
  init(_ services: CloudServices) {
    self.init(authorizing: services)
    serveRows(services)
    serveAccounts(services)
    servePlaces(services)
    serveRides(services)
    serveFriends(services)
    serveBlocks(services)
    servePosts(services)
    serveLive(services)
    serveDriving(services.drivers)
    serveExperiments(services)
    serveFlags(services)
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
    serve(CloudAPI.profile) { call in try accounts.profile(of: call.rider) }
    serve(CloudAPI.place) { call in try places.place(call.parameters.place) }
    serveRide(CloudAPI.ride, from: rides) { $0.ride }
    serveRide(CloudAPI.currentRide, from: rides) { _ in nil }
  }

  private mutating func serveAccounts(_ services: CloudServices) {
    let accounts = services.accounts
    serve(CloudAPI.signUp) { call in
      IssuedSession(try accounts.signUp(call.body, from: call.address))
    }
    serve(CloudAPI.signIn) { call in
      IssuedSession(try accounts.signIn(call.body, from: call.address))
    }
    serve(CloudAPI.signOut) { call in
      try accounts.signOut(call.rider, tokenHash: call.tokenHash, from: call.address)
    }
    serve(CloudAPI.signOutEverywhere) { call in
      try accounts.signOutEverywhere(call.rider, from: call.address)
    }
    serveAccountChanges(services)
  }

  private mutating func serveAccountChanges(_ services: CloudServices) {
    let (accounts, exports) = (services.accounts, services.accountExports)
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
    serve(CloudAPI.sessions) { call in
      try accounts.sessions(of: call.rider, current: call.tokenHash)
    }
    serve(CloudAPI.revokeSession) { call in
      try accounts.revokeSession(call.parameters.session, of: call.rider, from: call.address)
    }
    serve(CloudAPI.exportAccount) { call in
      try exports.export(call.rider, tokenHash: call.tokenHash, from: call.address)
    }
    serve(CloudAPI.deleteAccount) { call in
      try accounts.delete(call.rider, call.body, from: call.address)
    }
  }

  private mutating func servePlaces(_ services: CloudServices) {
    let places = services.places
    serve(CloudAPI.searchPlaces) { call in try places.search(call.parameters) }
  }

  private mutating func serveRides(_ services: CloudServices) {
    let rides = services.rides
    servePlanned(CloudAPI.rideOptions) { call in
      let options = try rides.options(for: call.parameters, to: call.rider)
      return { CloudResponse(status: 200, body: try JSONCoding.encode(try await options())) }
    }
    let map = services.map
    servePlanned(CloudAPI.mapTile) { call in try map.tile(call.parameters, call.condition) }
    serve(CloudAPI.nearbyCars) { call in try rides.cars(near: call.parameters, for: call.rider) }
    serveRideChanges(rides)
    serve(CloudAPI.rideHistory) { call in try rides.history(of: call.rider, call.parameters) }
  }

  private mutating func serveLive(_ services: CloudServices) {
    let (live, map) = (services.live, services.map)
    serveStream(CloudAPI.events) { call, lastEventID in
      try live.events(of: call.rider, tokenHash: call.tokenHash, after: lastEventID)
    }
    serve(CloudAPI.createRideLink) { call in
      try live.addLink(to: call.parameters.ride, of: call.rider)
    }
    serve(CloudAPI.revokeRideLinks) { call in
      try live.removeLinks(to: call.parameters.ride, of: call.rider)
    }
    serve(CloudAPI.linkedRide) { call in
      guard let linked = try live.linkedRide(call.parameters.token) else { throw APIError.deadLink }
      return linked.document(at: live.clock.now)
    }
    serveStream(CloudAPI.linkedRideEvents) { call, lastEventID in
      try live.events(of: call.parameters.token, after: lastEventID)
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
    serve(CloudAPI.driver) { call in try drivers.status(of: call.rider) }
    serve(CloudAPI.registerDriver) { call in try drivers.register(call.body, of: call.rider) }
    serve(CloudAPI.startShift) { call in try drivers.startShift(call.body, of: call.rider) }
    serve(CloudAPI.endShift) { call in try drivers.endShift(of: call.rider) }
    serve(CloudAPI.reportPosition) { call in try drivers.report(call.body, of: call.rider) }
    serve(CloudAPI.acceptOffer) { call in
      try drivers.accept(call.parameters.offer, by: call.rider)
    }
    serve(CloudAPI.declineOffer) { call in
      try drivers.decline(call.parameters.offer, by: call.rider)
    }
    serve(CloudAPI.advanceRide) { call in
      try drivers.advance(call.parameters.ride, call.body.step, by: call.rider)
    }
    serve(CloudAPI.abandonRide) { call in
      try drivers.abandon(call.parameters.ride, call.body.reason, by: call.rider)
    }
    serve(CloudAPI.drivenRides) { call in try drivers.rides(of: call.rider, call.parameters) }
    serve(CloudAPI.rateRide) { call in
      try drivers.rate(call.parameters.ride, call.body, by: call.rider)
    }
  }

  private mutating func serveExperiments(_ services: CloudServices) {
    let events = services.experimentEvents
    serve(CloudAPI.recordExperimentEvents) { call in
      try events.record(call.body, from: call.address)
    }
    let reports = services.experimentReports
    serve(CloudAPI.experiments) { _ in try reports.list() }
    serve(CloudAPI.experimentReport) { call in try reports.report(call.parameters) }
  }

  private mutating func serveFlags(_ services: CloudServices) {
    let flags = services.flags
    serveTagged(CloudAPI.flags) { call in try flags.definitions(call.condition) }
    serveTagged(CloudAPI.replaceFlags) { call in
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
    let friends = services.friends
    serve(CloudAPI.friends) { call in try friends.friends(of: call.rider) }
    serve(CloudAPI.inviteFriend) { call in try friends.invite(call.body, by: call.rider) }
    serve(CloudAPI.acceptInvitation) { call in
      try friends.accept(call.parameters.friend, by: call.rider)
    }
    serve(CloudAPI.withdrawInvitation) { call in try friends.withdraw(call.body, by: call.rider) }
    serve(CloudAPI.removeFriend) { call in
      try friends.remove(call.parameters.friend, of: call.rider)
    }
  }

  private mutating func serveBlocks(_ services: CloudServices) {
    let blocks = services.blocks
    serve(CloudAPI.blockedRiders) { call in try blocks.blocked(by: call.rider) }
    serve(CloudAPI.blockRider) { call in try blocks.block(call.parameters.rider, by: call.rider) }
    serve(CloudAPI.unblockRider) { call in
      try blocks.unblock(call.parameters.rider, by: call.rider)
    }
  }

  private mutating func servePosts(_ services: CloudServices) {
    let (posts, inbox) = (services.posts, services.inbox)
    serve(CloudAPI.createPost) { call in
      try posts.create(call.body, by: call.rider, key: call.key)
    }
    serve(CloudAPI.post) { call in try posts.post(call.parameters.post, for: call.rider) }
    serve(CloudAPI.sharePost) { call in
      try posts.share(call.parameters.post, with: call.body, by: call.rider)
    }
    serve(CloudAPI.inbox) { call in try inbox.inbox(of: call.rider, call.parameters) }
    serve(CloudAPI.markInboxRead) { call in try inbox.markRead(call.body, by: call.rider) }
  }
}
