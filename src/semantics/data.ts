export * from '../heat/values/data.ts'
