import CompositionTesting
import Testing

struct ObjectWatchTests {
  private final class Model {}
  private final class Store {}

  @Test func `Survivors are named until they are gone`() {
    var watch = ObjectWatch()
    var model: Model? = Model()
    var store: Store? = watch.watch(Store())
    if let model { watch.watch(model) }
    #expect(watch.survivors == ["Store", "Model"])

    model = nil
    #expect(watch.survivors == ["Store"])
    #expect(store != nil)
    store = nil
    #expect(watch.survivors == [])
  }
}
