/** What `render` shows is what Heat's engine resolves for the same values. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { resolve, type Shown } from '../../src/engine/queries/resolved-stack.ts'
import { pythonStr } from '../../src/heat/values/python-text.ts'
import { Float, isList, isMap, type Value } from '../../src/heat/values/value.ts'
import { firstPseudo } from '../../src/meaning/sample.ts'
import { heatAnswers, questionOf } from './agreement.ts'
import { hasHeatFor } from './installed.ts'

const heat = hasHeatFor('asking what a stack is resolved to')
const project = join(import.meta.dirname, '../..')

function templatesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:json|ya?ml|template)$/.test(path) && statSync(path).isFile())
}

const hidden = '******'
/** What a stack is called is open, and is the same in every sample. */
const ownNames = [
  ['<get_param OS::stack_name>', firstPseudo.stackName],
  ['<get_param OS::stack_id>', firstPseudo.stackId],
  ['<get_param OS::project_id>', firstPseudo.project],
] as const
const isOpen = (text: string) => /<[^>]*>/s.test(text)

/** Where what is shown is not what Heat has; what stays open is compared around it only. */
function differences(shown: Shown | undefined, theirs: Value, at: string): readonly string[] {
  const own = shown ?? null
  if (own === hidden || (isMap(theirs) && theirs.has('<error>'))) return []
  if (typeof own === 'string' && ownNames.some(([name]) => own.includes(name)))
    return differences(
      ownNames.reduce((text, [name, value]) => text.replaceAll(name, value), own),
      theirs,
      at,
    )
  if (typeof own === 'string') {
    if (/^<.*>$/s.test(own)) return []
    const text = typeof theirs === 'string' ? theirs : pythonStr(theirs)
    if (own === text) return typeof theirs === 'string' ? [] : [`${at}: ${own} | not a string`]
    if (own.includes(hidden)) return []
    // What only the cloud knows stands between marks there, and between < and > here.
    return isOpen(own) && /[\u0001]/.test(text) ? [] : [`${at}: ${own} | ${text}`]
  }
  if (own instanceof Map) {
    if (!isMap(theirs)) return [`${at}: a map | ${pythonStr(theirs)}`]
    const names = new Map([...theirs].map(([key, one]) => [pythonStr(key), one]))
    const keys = new Set([...own.keys(), ...names.keys()])
    return [...keys].flatMap((key) => differences(own.get(key), names.get(key) ?? null, `${at}.${key}`))
  }
  if (Array.isArray(own)) {
    // The sample has a number of members of its own.
    const isOfGroup = isList(theirs) && theirs.every((one) => String(one).startsWith('\u0001'))
    if (isOfGroup && own.every((one: Shown) => typeof one === 'string' && /^<.*>$/s.test(one))) return []
    if (!isList(theirs) || theirs.length !== own.length)
      return [`${at}: ${own.length} items | ${pythonStr(theirs)}`]
    return own.flatMap((one: Shown, index) => differences(one, theirs[index] ?? null, `${at}[${index}]`))
  }
  const value = theirs instanceof Float ? theirs.value : theirs
  return own === value ? [] : [`${at}: ${String(own)} | ${pythonStr(theirs)}`]
}

const corpora = [
  { name: 'corpus', folder: join(project, 'corpus'), least: 25 },
  { name: 'fixtures of transforms', folder: join(project, 'transforms'), least: 900 },
  { name: '../shared/corpus', folder: join(project, '../shared/corpus'), least: 150 },
]

describe.each(corpora)('$name', ({ name, folder, least }) => {
  const test = heat && existsSync(folder) ? it : it.skip

  test('is shown as Heat resolves it', () => {
    const asked = templatesBelow(folder).flatMap((path) => {
      const question = questionOf(path)
      // How AWS reads a template Heat cannot say.
      return question?.program.dialect.kind !== 'hot'
        ? []
        : [{ ...question, samples: question.samples.slice(0, 1) }]
    })
    const answers = heatAnswers(asked)
    let [templates, properties] = [0, 0]
    const found = asked.flatMap(({ path, program, samples }, index) => {
      const answer = answers[index] ?? null
      const [theirs] = isList(answer) ? answer : []
      const resources = isMap(theirs ?? null)
        ? (theirs as ReadonlyMap<string, Value>).get('resources')
        : undefined
      if (resources === undefined || !isMap(resources) || resources.has('<error>')) return []
      const values = new Map(
        [...program.parameters.keys()].flatMap((one) => {
          const value = samples[0]?.parameters.get(one)
          return value === undefined ? [] : [[one, value] as const]
        }),
      )
      const made = resolve({ path, bytes: readFileSync(path) }, { values })
      if ('problem' in made) return []
      templates++
      return made.stack.resources.flatMap((one) => {
        const heats = resources.get(one.name)
        if (heats === undefined || !isMap(heats))
          return one.condition === undefined ? [`${path} ${one.name}: not there`] : []
        properties += one.properties instanceof Map ? one.properties.size : 0
        const own = heats.get('properties') ?? null
        return differences(one.properties, own, `${path} ${one.name}`)
      })
    })
    console.info(`${name}: ${templates} templates, ${properties} properties`)
    expect(templates).toBeGreaterThan(least)
    expect(found).toEqual([])
  })
})
