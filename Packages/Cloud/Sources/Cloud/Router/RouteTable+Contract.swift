import Core

extension RouteTable {
  /// Every endpoint of the contract with the service behind it.
  init(_ services: CloudServices) {
    serveAccounts(services)
    servePlaces(services)
    serveRides(services)
    serveFriends(services)
    servePosts(services)
    serveExperiments(services)
    serveFlags(services)
  }

  private mutating func serveAccounts(_ services: CloudServices) {
    let accounts = services.accounts
    serve(CloudAPI.signUp, for: accounts) { call in try accounts.signUp(call.body) }
    serve(CloudAPI.signIn, for: accounts) { call in try accounts.signIn(call.body) }
    serve(CloudAPI.signOut, for: accounts) { call in
      try accounts.signOut(tokenHash: call.tokenHash)
      return Nothing()
    }
    serve(CloudAPI.profile, for: accounts) { _, rider in try accounts.profile(of: rider) }
  }

  private mutating func servePlaces(_ services: CloudServices) {
    let places = services.places
    serve(CloudAPI.searchPlaces, for: services.accounts) { call in
      try places.search(call.parameters)
    }
    serve(CloudAPI.place, for: services.accounts) { call in
      try places.place(call.parameters.place)
    }
  }

  private mutating func serveRides(_ services: CloudServices) {
    let (accounts, rides) = (services.accounts, services.rides)
    serve(CloudAPI.rideOptions, for: accounts) { call in try rides.options(for: call.parameters) }
    serve(CloudAPI.nearbyCars, for: accounts) { call in try rides.cars(near: call.parameters) }
    serve(CloudAPI.requestRide, for: accounts) { call, rider in
      try rides.request(call.body, by: rider, key: call.key)
    }
    serve(CloudAPI.currentRide, for: accounts) { _, rider in try rides.current(of: rider) }
    serve(CloudAPI.ride, for: accounts) { call, rider in
      try rides.ride(call.parameters.ride, of: rider)
    }
    serve(CloudAPI.cancelRide, for: accounts) { call, rider in
      try rides.cancel(call.parameters.ride, of: rider)
    }
    serve(CloudAPI.rideHistory, for: accounts) { call, rider in
      try rides.history(of: rider, call.parameters)
    }
  }

  private mutating func serveExperiments(_ services: CloudServices) {
    let events = services.experimentEvents
    serve(CloudAPI.recordExperimentEvents, for: services.accounts) { call in
      try events.record(call.body)
      return Nothing()
    }
    let (administrators, reports) = (services.administrators, services.experimentReports)
    serve(CloudAPI.experiments, for: administrators) { _ in try reports.list() }
    serve(CloudAPI.experimentReport, for: administrators) { call in
      try reports.report(call.parameters)
    }
  }

  private mutating func serveFlags(_ services: CloudServices) {
    let (administrators, flags) = (services.administrators, services.flags)
    serveTagged(CloudAPI.flags, for: administrators) { call in
      try flags.definitions(call.condition)
    }
    serveTagged(CloudAPI.replaceFlags, for: administrators) { call in
      try flags.replace(with: call.body, call.condition)
    }
  }

  private mutating func serveFriends(_ services: CloudServices) {
    let (accounts, friends) = (services.accounts, services.friends)
    serve(CloudAPI.friends, for: accounts) { _, rider in try friends.friends(of: rider) }
    serve(CloudAPI.addFriend, for: accounts) { call, rider in
      try friends.add(call.body, to: rider)
    }
    serve(CloudAPI.removeFriend, for: accounts) { call, rider in
      try friends.remove(call.parameters.friend, of: rider)
      return Nothing()
    }
  }

  private mutating func servePosts(_ services: CloudServices) {
    let (accounts, posts, inbox) = (services.accounts, services.posts, services.inbox)
    serve(CloudAPI.createPost, for: accounts) { call, rider in
      try posts.create(call.body, by: rider, key: call.key)
    }
    serve(CloudAPI.post, for: accounts) { call, rider in
      try posts.post(call.parameters.post, for: rider)
    }
    serve(CloudAPI.sharePost, for: accounts) { call, rider in
      try posts.share(call.parameters.post, with: call.body, by: rider)
      return Nothing()
    }
    serve(CloudAPI.inbox, for: accounts) { call, rider in
      try inbox.inbox(of: rider, call.parameters)
    }
    serve(CloudAPI.markInboxRead, for: accounts) { call, rider in
      try inbox.markRead(call.body, by: rider)
      return Nothing()
    }
  }
}
