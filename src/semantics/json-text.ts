export * from '../heat/values/json-text.ts'
