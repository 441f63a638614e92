import { Failure } from './value.ts'

/** The result, or the `Failure` that was thrown instead. */
export function orFailure<Made>(make: () => Made): Made | Failure {
  try {
    return make()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
