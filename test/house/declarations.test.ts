/** What stages know of transforms is what these declare; how a finding behaves is declared with its code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptableCodes, behaves, catalogueEntry } from '../../src/engine/findings/catalogue.ts'
import { nativeTypes, successorTypes } from '../../src/heat/native-types.ts'
import { transforms as allTransforms } from '../../src/index.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms as templateTransforms } from '../../transforms/registry.ts'
import { ROOT } from '../docs/handbook.ts'

const src = join(ROOT, 'src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ts$/.test(path))

it('no stage names a transform by its id', () => {
  // A repair names its own transform.
  const isAbout = (path: string) => !/^rules\/(?:onap\/rules|sdc\/repairs)\//.test(path)
  const named = sources.filter(isAbout).flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    return [...allTransforms.keys()].filter((id) => text.includes(`'${id}'`)).map((id) => `${path}: ${id}`)
  })
  expect(sources.length).toBeGreaterThan(300)
  expect(named).toEqual([])
})

it('every transform says in its own file what it keeps', () => {
  const all = [...templateTransforms.values(), ...packageTransforms.values()]
  expect(all.length).toBeGreaterThan(80)
  expect(all.filter(({ keeps }) => keeps === undefined).map(({ id }) => id)).toEqual([])
})

it('only the presets know transforms by their family', () => {
  const families = new Set([...allTransforms.keys()].map((id) => id.split('/')[0]))
  const known = sources.flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    return [...families]
      .filter((family) => text.includes(`'${family}/'`))
      .map((family) => `${path}: ${family}`)
  })
  expect(families.size).toBeGreaterThan(4)
  expect(known).toEqual([])
})

it('the proof names no code that is accepted: its stage says what may be taken as given', () => {
  const proofs = sources.filter((path) => /^meaning\//.test(path))
  const named = proofs.flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    return acceptableCodes().filter((code) => text.includes(`'${code}'`))
  })
  expect(proofs.length).toBeGreaterThan(20)
  expect(named).toEqual([])
})

it('no stage names a finding by its code: how it behaves is declared with the code', () => {
  const stages = sources.filter((path) =>
    /^(engine|run|show|apps\/(?:cli|testing)|rules\/(?:onap|sdc|capabilities))\//.test(path),
  )
  const known = stages.flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    const named = [...text.matchAll(/\bcode\)? [!=]== '([\w-]+)'|new Set(?:<string>)?\(\[\s*'([\w-]+)'/g)]
    return (
      named
        .map(([, compared, listed]) => compared ?? listed ?? '')
        // A kind of file, too.
        .filter((code) => code !== 'not-a-template')
        .filter((code) => catalogueEntry(code) !== undefined && !reports(text, code))
        .map((code) => `${path}: ${code}`)
    )
  })
  expect(stages.length).toBeGreaterThan(50)
  expect(known).toEqual([])
})

function reports(text: string, code: string): boolean {
  return new RegExp(`(?:findingOf|report)\\('${code}'|\\? '${code}' :|: '${code}'$`, 'm').test(text)
}

it('how a code behaves is declared with it: sets of codes elsewhere are few', () => {
  const sets = sources.flatMap((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    return text.match(/Set<(?:Finding|Check|Reportable)Code>\(|codeSet\(/g)?.map(() => path) ?? []
  })
  expect(sets.length).toBeLessThanOrEqual(5)
})

it('what native types lack is declared as such', () => {
  const types = [...nativeTypes.values(), ...successorTypes.values()]
  const codes = new Set(
    types.flatMap(({ differences = [] }) => differences.flatMap(({ accept }) => accept ?? [])),
  )
  expect(codes.size).toBeGreaterThan(3)
  expect([...codes].filter((code) => !behaves(code, 'native loss'))).toEqual([])
})
