/** The build takes these files for strings. */
declare module '*.jsonl' {
  const text: string
  export default text
}
declare module '*.yaml' {
  const text: string
  export default text
}
