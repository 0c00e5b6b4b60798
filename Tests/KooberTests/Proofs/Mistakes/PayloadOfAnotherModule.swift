import Composition

struct Ride: FactoryModule {
  struct Payload { let id: Int }

  init(dependency: Void, payload: Payload) {}
}

struct Post: FactoryModule {
  struct Payload { let id: Int }

  init(dependency: Void, payload: Payload) {}
}

func open(rides: Ride.Factory) -> Ride {
  #if MISTAKE
    rides.create(payload: Post.Payload(id: 1))
  #else
    rides.create(payload: Ride.Payload(id: 1))
  #endif
}
