import CompositionExercises
import Glibc

exit(ExerciseProgram().run(Array(CommandLine.arguments.dropFirst())))
