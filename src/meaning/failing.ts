import { Failure } from '../heat/values/value.ts'

/** How `template.parse` reports an exception that is raised while a function is parsed. */
export function refusal(failure: Failure): Failure {
  const wrapped =
    failure.error === 'ValueError' || failure.error === 'TypeError' || failure.error === 'KeyError'
  return wrapped ? new Failure('StackValidationFailed', failure.message) : failure
}

/** The result, or the `Failure` that was thrown instead. */
export function orFailure<Made>(make: () => Made): Made | Failure {
  try {
    return make()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
