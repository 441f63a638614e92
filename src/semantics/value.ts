/** The values of Heat's Python, which are those of terms. */
export * from '../heat/values/value.ts'
