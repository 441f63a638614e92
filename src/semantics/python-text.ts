export * from '../heat/values/python-text.ts'
