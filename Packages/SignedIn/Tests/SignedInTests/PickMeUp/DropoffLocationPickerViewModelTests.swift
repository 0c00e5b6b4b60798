import BasicsTesting
import Core
import CoreTesting
import Testing

@testable import SignedIn

@MainActor
struct DropoffLocationPickerViewModelTests {
  private final class Recorder: PlaceSelectedResponder {
    var selected: [Waypoint] = []

    func placeSelected(_ place: Waypoint) {
      selected.append(place)
    }
  }

  private let clock = ManualWallClock()
  private let recorder = Recorder()

  @Test func `A search finds places`() async throws {
    let model = makeModel(FakePlaceRemoteAPI(places: [.operaHouse, .appleStore]))

    let search = Task { await model.queryChanged(to: "opera", limit: 10) }
    try await pause()
    try await search.outcome("the end of the search")

    #expect(model.phase == .found([.operaHouse]))
  }

  @Test func `Numbers off the globe are not searched for`() async {
    let remoteAPI = FakePlaceRemoteAPI(places: [.operaHouse])
    let model = makeModel(remoteAPI)

    await model.queryChanged(to: "95,200", limit: 10)

    #expect(model.phase == .outOfRange(.outOfRange(name: "latitude", value: 95, limit: 90)))
    #expect(await remoteAPI.queries == [])
  }

  @Test func `An error is shown, and the next search may find again`() async throws {
    let error = CloudError.unreachable(reason: "no route")
    let model = makeModel(FakePlaceRemoteAPI(error: error))

    let search = Task { await model.queryChanged(to: "opera", limit: 10) }
    try await pause()
    try await search.outcome("the end of the search")

    #expect(model.phase == .failed(error))
  }

  @Test func `The cloud is asked only once the rider has paused`() async throws {
    let remoteAPI = FakePlaceRemoteAPI(places: [.operaHouse])
    let model = makeModel(remoteAPI)

    let first = Task { await model.queryChanged(to: "o", limit: 10) }
    try await clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    let second = Task { await model.queryChanged(to: "op", limit: 10) }
    try await clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce, count: 2)
    clock.advance(by: DropoffLocationPickerViewModel.debounce)
    try await first.outcome("the end of the first search")
    try await second.outcome("the end of the second search")

    #expect(await remoteAPI.queries == ["op"])
    #expect(model.phase == .found([.operaHouse]))
  }

  @Test(arguments: [nil, CloudError.unreachable(reason: "no route")])
  func `The answer or error of an older query is dropped`(error: CloudError?) async throws {
    let remoteAPI = FakePlaceRemoteAPI(
      places: [.operaHouse, .appleStore], error: error, isHeld: true)
    let model = makeModel(remoteAPI)

    let older = Task { await model.queryChanged(to: "opera", limit: 10) }
    try await pause()
    try await remoteAPI.waitForSearch("opera")
    let newer = Task { await model.queryChanged(to: "apple", limit: 10) }
    try await pause()
    try await remoteAPI.waitForSearch("apple")
    await remoteAPI.answer("apple")
    try await newer.outcome("the end of the newer search")
    let newest = model.phase
    await remoteAPI.answer("opera")
    try await older.outcome("the end of the older search")

    #expect(model.phase == newest)
    #expect(newest == error.map { .failed($0) } ?? .found([.appleStore]))
  }

  @Test func `An emptied query finds nothing and drops the answer under way`() async throws {
    let remoteAPI = FakePlaceRemoteAPI(places: [.operaHouse], isHeld: true)
    let model = makeModel(remoteAPI)

    let older = Task { await model.queryChanged(to: "opera", limit: 10) }
    try await pause()
    try await remoteAPI.waitForSearch("opera")
    await model.queryChanged(to: " ", limit: 10)
    await remoteAPI.answer("opera")
    try await older.outcome("the end of the older search")

    #expect(model.phase == .idle)
  }

  @Test func `Choosing a place calls the responder`() async {
    let model = makeModel(FakePlaceRemoteAPI())

    model.select(.appleStore)

    #expect(recorder.selected == [Waypoint(.appleStore, name: "Apple Store")])
  }

  /// Lets the rider stop typing for long enough.
  private func pause() async throws {
    try await clock.waitForSleeper(of: DropoffLocationPickerViewModel.debounce)
    clock.advance(by: DropoffLocationPickerViewModel.debounce)
  }

  private func makeModel(_ remoteAPI: FakePlaceRemoteAPI) -> DropoffLocationPickerViewModel {
    DropoffLocationPickerViewModel(
      placeRemoteAPI: remoteAPI, wallClock: clock, near: .operaHouse, responder: recorder)
  }
}
