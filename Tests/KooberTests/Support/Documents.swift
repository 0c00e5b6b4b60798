import Core

struct ProfileDocument: Decodable {
  let profile: RiderProfile
}

struct RideDocument: Decodable {
  let ride: Ride
}

struct RidesDocument: Decodable {
  let rides: [Ride]
}

struct PlacesDocument: Decodable {
  let places: [Place]
}

struct ShareDocument: Decodable {
  struct Failed: Decodable, Equatable {
    let email: String
  }

  let post: Post
  let sharedWith: [Person]
  let failed: [Failed]
}

struct InboxDocument: Decodable {
  let items: [InboxItem]
}

struct ErrorDocument: Decodable {
  struct Detail: Decodable {
    let code: String
    let message: String
    let hint: String
  }

  let error: Detail
}
