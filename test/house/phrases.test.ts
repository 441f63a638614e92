/** What messages and pages do not say: words that read as if translated. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../../src/apps/cli/main.ts'
import { catalogue } from '../../src/engine/findings/catalogue.ts'
import { handbook, ROOT, withoutFences } from '../docs/handbook.ts'

const forbidden: readonly RegExp[] = [
  /\bis no text\b/i,
  /\bhas not any more\b/i,
  /\bnot there any more\b/i,
  /\ba decision of yours\b/i,
  /\bmend\b/i,
  /\btakes templates forward\b/i,
  /\bwhat is their own has pages\b/i,
  /\blook-ups?\b/i,
  /\btakes? .{1,40} forward\b/i,
  /\bwould have to be\b/i,
  /\bsuch as it is\b/i,
  // "is no longer" is English; "there is no x" is, too.
  /(?<!there )\b(?:is|are) no (?!longer\b|more\b|need\b)/i,
  /\bwhich \w+ has not\b/i,
  /\bplaces? needs? (?:a hand|attention)\b/i,
  /\bany more\b/i,
  /\bof one's own\b/i,
  /\bso to say\b/i,
  /\bthereby\b/i,
  /\bthere is none that\b/i,
  /\btold apart\b/i,
  /\bexclude one another\b/i,
  /\bgiving something up\b/i,
  /\bnext to no time\b/i,
  /\bwhat each way out costs\b/i,
  /\bbelongs? into\b/i,
  /\bmakes? nothing of\b/i,
  /\bthe facts about \w+ say\b/i,
  /\bwhat else is (?:here|there)\b/i,
  /\bno file to look at\b/i,
  /(?:^|[.;] )Else\b/,
  /\bsomebody planted\b/i,
  /\banother version than\b/i,
  /^Read the message\.$/m,
  /\breports what it leaves to you\b/i,
  /\bchanges along\b/i,
  /\bapart from one another\b/i,
  /\bas long as the \w+ does not exist\b/i,
]

/** What only pages must not say yet: strings, functions and locations under other names, and turns of another language. */
const forbiddenOnPages: readonly RegExp[] = [
  /\bas far as\b/i,
  /\b(?:has|have) not\b(?! (?:been|yet)\b)/i,
  /\ba decision of\b/i,
  /\bthe place where\b/i,
  /\b(?:a|one|each|every) text\b(?! (?:edit|file)\b)/i,
  /\bmakes? (?:a stack|stacks)\b/i,
  /\bcounts? from the root\b/i,
  /\byou took with\b/i,
  /\bat the same place\b/i,
  /\bstays? as a comment\b/i,
  /\bwhile this version was made\b/i,
  /\btakes? it for a\b/i,
  /\bnot that the \w+ broke\b/i,
]

const found = (text: string) => forbidden.filter((phrase) => phrase.test(text)).map(String)

describe('phrases that are not used', () => {
  it('stand in no finding', () => {
    const texts = Object.entries(catalogue).map(
      ([code, one]) => [code, Object.values(one).join(' ')] as const,
    )
    expect(texts.length).toBeGreaterThan(150)
    expect(texts.flatMap(([code, text]) => found(text).map((phrase) => `${code}: ${phrase}`))).toEqual([])
  })

  it('stand in no help', () => {
    const texts = commands.map((one) => [one.name, JSON.stringify(one)] as const)
    expect(texts.flatMap(([name, text]) => found(text).map((phrase) => `${name}: ${phrase}`))).toEqual([])
  })

  it('stand on no page', () => {
    const pages = handbook().filter(
      ({ path }) => !path.startsWith('docs/decisions/') && path !== 'CONTRIBUTING.md',
    )
    expect(pages.flatMap(({ path, text }) => found(text).map((phrase) => `${path}: ${phrase}`))).toEqual([])
  })

  it('stand in nothing that is written for a page by hand', () => {
    const transforms = readdirSync(join(ROOT, 'transforms'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('README.md'))
      .map((name) => `transforms/${name.replaceAll('\\', '/')}`)
    expect(transforms.length).toBeGreaterThan(80)
    const guides = handbook()
      .map(({ path }) => path)
      .filter((path) => path === 'README.md' || /^docs\/[^/]+$/.test(path))
    const all = [...forbidden, ...forbiddenOnPages]
    const said = [...transforms, ...guides].flatMap((path) => {
      const text = withoutFences(readFileSync(join(ROOT, path), 'utf8'))
      return all.filter((phrase) => phrase.test(text)).map((phrase) => `${path}: ${phrase}`)
    })
    expect(said).toEqual([])
  })

  it('would be found', () => {
    const contributing = readFileSync(join(__dirname, '../../CONTRIBUTING.md'), 'utf8')
    // The table of words names what is not said.
    expect(found(contributing)).toEqual([String(/\bmend\b/i), String(/\blook-ups?\b/i)])
  })
})
