/** Holds the report for people against the JSON of the same run: every error and warning has its location there. */

interface Report {
  readonly files: readonly {
    readonly path: string
    readonly findings: readonly {
      readonly code: string
      readonly severity: string
      readonly message: string
      readonly line: number
      readonly column: number
    }[]
  }[]
}

/** What the text leaves out, as `path:line:column severity code`. */
export interface LeftOut {
  readonly error: readonly string[]
  readonly warning: readonly string[]
  /** Paths of files with findings that the text does not name. */
  readonly unnamed: readonly string[]
}

const FINDING = /^ {2}(\d+:\d+) +(error|warning|info) +(\S+) +(.*)$/
const SHARED = /^ {2}(warning) +(\S+) +(.*) \((\d+) in \d+ files\) (.*)$/
/** At the top, what nobody may overlook, with its file. */
const OPENING = /^ {2}(\S.*?):(\d+:\d+) {2}(error|warning) {2}(\S+) {2}(.*)$/
const ALSO = / \(also at ([\d: ]+)(?: and (\d+) more)?\)$/

/** Every location that a report for people gives, and those that it counts only, with the words of their findings. */
export function leftOut(text: string, json: string): LeftOut {
  const { files } = JSON.parse(json) as Report
  const known = new Map(files.map(({ path }) => [path, path]))
  const places = new Set<string>()
  const counted = new Map<string, number>()
  const named = new Set<string>()
  const add = (path: string, locations: string, rest: string | undefined, words: string) => {
    for (const one of locations.split(' ')) places.add(`${path}:${one} ${words}`)
    if (rest !== undefined) counted.set(`${path} ${words}`, Number(rest))
  }
  let path = ''
  for (const line of text.split('\n')) {
    if (!line.startsWith(' ')) {
      path = pathIn(line, known) ?? path
      if (known.has(path)) named.add(path)
      for (const one of line.startsWith('infos only') ? files : [])
        if (line.includes(`${one.path} (`)) named.add(one.path)
      continue
    }
    const finding = FINDING.exec(line)
    if (finding !== null) {
      const [, location = '', severity = '', code = '', rest = ''] = finding
      const also = ALSO.exec(rest)
      const words = `${severity} ${code} ${also === null ? rest : rest.slice(0, also.index)}`
      add(path, location, undefined, words)
      if (also !== null) add(path, also[1] ?? '', also[2], words)
      continue
    }
    const [, opened = '', location = '', ...said] = OPENING.exec(line) ?? []
    if (known.has(opened)) add(opened, location, undefined, said.join(' '))
    const shared = SHARED.exec(line)
    if (shared === null) continue
    const [, severity, code, message, , list = ''] = shared
    for (const one of list.split(', ')) {
      const [, file = '', locations = '', rest] =
        /^(.*?):(\d+:\d+(?: \d+:\d+)*)(?: and (\d+) more)?$/.exec(one) ?? []
      named.add(file)
      add(file, locations, rest, `${severity} ${code} ${message}`)
    }
  }
  const missing = { error: [] as string[], warning: [] as string[] }
  for (const { path: file, findings } of files)
    for (const { code, severity, message, line, column } of findings) {
      if (severity !== 'error' && severity !== 'warning') continue
      const words = `${severity} ${code} ${oneLine(message)}`
      if (places.has(`${file}:${line}:${column} ${words}`)) continue
      const rest = counted.get(`${file} ${words}`) ?? 0
      counted.set(`${file} ${words}`, rest - 1)
      if (rest <= 0) missing[severity].push(`${file}:${line}:${column} ${words}`)
    }
  return {
    ...missing,
    unnamed: files.flatMap(({ path: one, findings }) =>
      findings.length > 0 && !named.has(one) ? [one] : [],
    ),
  }
}

/** The path in the head line of a file: alone, or behind what became of it. */
function pathIn(line: string, known: ReadonlyMap<string, string>): string | undefined {
  const text = line.replace(/^(?:changed|created|unchanged|skipped|blocked|failed) {2,}/, '')
  return known.get(text) ?? known.get(text.split(' -> ')[0] ?? '') ?? known.get(text.split('  ')[0] ?? '')
}

/** As a report for people prints a message. */
function oneLine(text: string): string {
  return text.replace(/\s*\r?\n\s*/g, ' ').replaceAll('\t', ' ')
}
