import CompositionExamples

print(try await Comparison().table)
