import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import { createPackageEngine, type PackageEngineOptions } from '../../src/engine/engine.ts'
import { requirementFinding } from '../../src/engine/findings/finding.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { createdEnvironment } from '../../src/stack/refactor/environment.ts'
import { changeAt } from '../../src/stack/trail.ts'
import { entry, integer, mapping, string, withEntries, withoutEntry } from '../../src/text/document/build.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { entryOf, mapOf } from '../../src/text/document/read.ts'

const web = 'heat_template_version: 2016-10-14\nparameters:\n  p: {type: number, default: 1}\n'
const caller = 'heat_template_version: 2016-10-14\nresources: {r: {type: web.yaml}}\n'

function transform(run: Transform['run']): Transform {
  const about = { id: 'test/it', title: 'Do it', description: 'Does it.', references: [] }
  return { ...about, safety: 'exact', run }
}

function run(
  files: Readonly<Record<string, string>>,
  change: Transform['run'],
  options: Partial<PackageEngineOptions> = {},
): readonly FileOutcome[] {
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return createPackageEngine({ transforms: [transform(change)], ...options }).runTogether?.(inputs) ?? []
}

/** What an outcome says, in one line. */
function lines(outcomes: readonly FileOutcome[]): readonly string[] {
  return outcomes.map(({ path, status, proof, group, isNew, findings }) =>
    [
      path,
      status,
      proof,
      group ?? '-',
      isNew === true ? 'new' : 'old',
      ...findings.map(({ code }) => code),
    ].join(' '),
  )
}

function withDefault(root: Mapping, value: number | undefined): Mapping {
  const changed = changeAt(root, ['parameters', 'p'], (map) => {
    const one = entryOf(map, 'default')
    if (one === undefined) return map
    if (value === undefined) return withoutEntry(map, one)
    return withEntries(map, [
      ...withoutEntry(map, one).entries,
      entry('default', integer(value, { for: one.value }), { for: one }),
    ])
  })
  if ('problem' in changed) throw new Error(changed.problem)
  return changed
}

/** Takes the default away, and gives the value in a new environment. */
const moved =
  (value: number): Transform['run'] =>
  (pkg, context) => {
    const file = pkg.files.get('web.yaml')
    if (file === undefined) return pkg
    context.change('web.yaml', undefined, 'Move it')
    const root = mapping([entry('parameters', mapping([entry('p', integer(value))], { style: 'block' }))])
    return pkg
      .withRoot('web.yaml', withDefault(file.root, undefined))
      .withFile(createdEnvironment('web.env', file.document, root))
  }

describe('an engine for packages', () => {
  it('writes what belongs together as one group, and proves it', () => {
    const outcomes = run({ 'web.yaml': web, 'notes.txt': 'x' }, moved(1))
    expect(lines(outcomes)).toEqual([
      'web.yaml changed equal web.env old',
      'notes.txt skipped none - old',
      'web.env changed equal web.env new',
    ])
    expect(outcomes.map(({ after }) => after)).toEqual([
      'heat_template_version: 2016-10-14\nparameters:\n  p: {type: number}\n',
      undefined,
      'parameters:\n  p: 1\n',
    ])
    expect(outcomes[2]).not.toHaveProperty('before')
  })

  it('writes nothing of a change that means something else, and creates nothing', () => {
    const outcomes = run({ 'web.yaml': web }, moved(2))
    expect(lines(outcomes)).toEqual(['web.yaml blocked differs - old meaning-differs'])
    expect(outcomes[0]).not.toHaveProperty('after')
  })

  it('takes back all files of a group when one of them cannot be written', () => {
    const outcomes = run({ 'base.yaml': caller, 'web.yaml': web }, (pkg) => {
      const [base, nested] = [pkg.files.get('base.yaml'), pkg.files.get('web.yaml')]
      if (base === undefined || nested === undefined) return pkg
      const described = withEntries(base.root, [...base.root.entries, entry('description', integer(1))])
      return pkg.withRoot('base.yaml', described).withRoot('web.yaml', withDefault(nested.root, 2))
    })
    expect(outcomes.map(({ status, after }) => [status, after])).toEqual([
      ['blocked', undefined],
      ['blocked', undefined],
    ])
    expect(outcomes.flatMap(({ findings }) => findings.map(({ code }) => code))).toContain(
      'change-incomplete',
    )
  })

  it('asks for no proof where none is wanted', () => {
    expect(lines(run({ 'web.yaml': web }, moved(2), { proof: 'none' }))).toEqual([
      'web.yaml changed none web.env old',
      'web.env changed none web.env new',
    ])
  })

  it('blocks a file in which something was left, and lets changes beside it through', () => {
    const left: Transform['run'] = (pkg, context) => {
      context.report('default-kept', 'web.yaml', undefined, 'it stays')
      return pkg
    }
    expect(lines(run({ 'web.yaml': web }, left))).toEqual(['web.yaml blocked none - old default-kept'])
    const both: Transform['run'] = (pkg, context) => moved(1)(left(pkg, context), context)
    expect(lines(run({ 'web.yaml': web }, both))).toEqual([
      'web.yaml changed equal web.env old default-kept',
      'web.env changed equal web.env new',
    ])
  })

  it('reports a finding once, with its place', () => {
    const outcomes = run({ 'web.yaml': web }, (pkg, context) => {
      const parameters = mapOf(entryOf(pkg.files.get('web.yaml')?.root, 'parameters')?.value)
      const at = entryOf(parameters, 'p')
      context.report('default-shared', 'web.yaml', at, 'look here')
      context.report('default-shared', 'web.yaml', at, 'look here')
      context.report('R-90526', 'web.yaml', at, 'and here', {
        requirement: { keyword: 'SHOULD NOT', repair: 'by-hand' },
      })
      return pkg
    })
    expect(outcomes[0]?.findings).toMatchObject([
      { code: 'default-shared', severity: 'warning', line: 3, column: 3, transform: 'test/it' },
      { code: 'R-90526', severity: 'warning', line: 3, column: 3 },
    ])
  })

  it('holds a transform to the declarations that it names', () => {
    const bare = '{type: number, default: 1}'
    const files = {
      'web.yaml': `heat_template_version: 2016-10-14\nparameters:\n  p: ${bare}\n  q: ${bare}\n`,
    }
    const described =
      (...named: readonly string[]): Transform['run'] =>
      (pkg, context) => {
        for (const name of named)
          context.intend({
            kind: 'declaration',
            change: 'description-added',
            path: 'web.yaml',
            parameter: name,
          })
        return ['p', 'q'].reduce((current, name) => {
          const root = changeAt(
            current.files.get('web.yaml')?.root as Mapping,
            ['parameters', name],
            (map) =>
              entryOf(map, 'description') === undefined
                ? withEntries(map, [...map.entries, entry('description', string('d'))])
                : map,
          )
          return 'problem' in root ? current : current.withRoot('web.yaml', root)
        }, pkg)
      }
    expect(lines(run(files, described('p', 'q')))).toEqual(['web.yaml changed equal - old'])
    expect(lines(run(files, described('p')))).toEqual(['web.yaml blocked differs - old meaning-differs'])
  })

  it('says of a requirement that it is not repaired where the change is not made', () => {
    const repaired = requirementFinding(
      'R-90526',
      'has a default',
      { keyword: 'MUST NOT', repair: 'safe', isRepaired: true },
      undefined,
      { help: 'Repaired: moves it.' },
    )
    const [outcome] = run({ 'web.yaml': web }, moved(2), { audit: () => new Map([['web.yaml', [repaired]]]) })
    expect(outcome?.status).toBe('blocked')
    expect(outcome?.findings[0]).toMatchObject({
      code: 'R-90526',
      severity: 'error',
      help: 'It is not repaired: the change of this file is not made.',
      requirement: { keyword: 'MUST NOT', repair: 'safe' },
    })
    expect(outcome?.findings[0]?.requirement).not.toHaveProperty('isRepaired')
  })

  it('fails with the package when a transform fails, and goes on with the others', () => {
    const outcomes = run({ 'a/web.yaml': web, 'b/web.yaml': web }, (pkg) => {
      if (pkg.directory === 'a/') throw new Error('a defect')
      return pkg
    })
    expect(lines(outcomes)).toEqual([
      'a/web.yaml failed none - old internal-error',
      'b/web.yaml unchanged none - old',
    ])
  })

  it('gives one outcome for each input, in their order', () => {
    const files = { 'z.yaml': `${web}x: {`, 'a.bin': '\0', 'm.yaml': web, '.env': 'A=1\n', 'empty.yaml': '' }
    expect(lines(run(files, (pkg) => pkg))).toEqual([
      'z.yaml blocked none - old yaml-syntax',
      'a.bin skipped none - old',
      'm.yaml unchanged none - old',
      '.env skipped none - old',
      'empty.yaml skipped none - old',
    ])
  })

  it('tells bytes that are not a text', () => {
    const bytes = Buffer.concat([Buffer.from(web), Buffer.from([0xff])])
    const [outcome] =
      createPackageEngine({ transforms: [] }).runTogether?.([{ path: 'web.yaml', bytes }]) ?? []
    expect(outcome).toMatchObject({
      status: 'blocked',
      findings: [{ code: 'invalid-utf8', line: 4, column: 1 }],
    })
  })
})

describe('a change of an environment alone', () => {
  it('is held back when its module would mean something else', () => {
    const files = { 'web.yaml': web, 'web.env': 'parameters: {p: 1}\n' }
    const outcomes = run(files, (pkg) => {
      const file = pkg.files.get('web.env')
      const changed =
        file === undefined
          ? undefined
          : changeAt(file.root, ['parameters'], (map) => withEntries(map, [entry('p', integer(2))]))
      return changed === undefined || 'problem' in changed ? pkg : pkg.withRoot('web.env', changed)
    })
    expect(outcomes.map(({ path, status, after }) => [path, status, after])).toEqual([
      ['web.yaml', 'blocked', undefined],
      ['web.env', 'blocked', undefined],
    ])
  })
})
