/** What a finding is about: what makes two findings the same, whatever their messages say and on whatever line they are. */

/** What of a template or an environment; `file` for anything outside of its named parts. */
export const subjectKinds = [
  'file',
  'section',
  'parameter',
  'resource',
  'output',
  'condition',
  'mapping',
  'registry entry',
] as const

export type SubjectKind = (typeof subjectKinds)[number]

export interface About {
  readonly kind: SubjectKind
  /** Of the parameter, resource …, or of the section. */
  readonly name?: string
  /** The type of a resource. */
  readonly type?: string
  /**
   * The keys and indexes that lead there, as in a JSON pointer: `/resources/server/properties/networks/0/port`; empty for the
   * file as a whole.
   */
  readonly location: string
  /** What is missing there, or which of several at one location: `flavor`. */
  readonly item?: string
}

/** A file as a whole. */
export const ofFile: About = { kind: 'file', location: '' }

/** Whether a value that was read says what a finding is about. */
export function isAbout(value: unknown): value is About {
  if (typeof value !== 'object' || value === null) return false
  const { kind, location, ...rest } = value as Record<string, unknown>
  const texts = [rest.name, rest.type, rest.item].filter((one) => one !== undefined)
  return (
    subjectKinds.some((one) => one === kind) && [location, ...texts].every((one) => typeof one === 'string')
  )
}

/** The same in every run, although lines, indexes and messages change. */
export function aboutKey({ kind, location, item = '' }: About): string {
  return `${kind} ${location.replace(/\/\d+(?=\/|$)/g, '/*')} ${item}`
}

/** The same where the subject has another name as well. */
export function aboutAnyName(about: About): string {
  const { kind, name } = about
  const unnamed = kind === 'file' || name === undefined ? about : { ...about, location: renamed(about, '*') }
  return aboutKey({ ...unnamed, item: '' })
}

function renamed({ location, kind, name = '' }: About, to: string): string {
  const [, section = '', , ...rest] = location.split('/')
  return kind === 'section' ? `/${name}` : ['', section, to, ...rest].join('/')
}

/** The names of what it is about: of the subject, of the key where it is, of what is missing there. */
export function namesIn({ name, location, item }: About): readonly string[] {
  const key = location
    .slice(location.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  return [...new Set([name, key, item].filter((one) => one !== undefined && one !== ''))] as string[]
}

/** A step of a location. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
