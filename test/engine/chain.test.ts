import { templateTransform } from '../../src/engine/authoring/package-transform.ts'
import type { TemplateContext, TemplateTransform } from '../../src/engine/authoring/transform.ts'
import { type ChainOptions, isWholeFor, runChain } from '../../src/engine/chain.ts'
import { neutralCommand } from '../../src/engine/command.ts'
import { distinct } from '../../src/engine/proof/tree-guards.ts'
import type { SourceFile } from '../../src/stack/source-file.ts'
import { Workspace } from '../../src/stack/workspace.ts'
import type { Mapping, Node } from '../../src/text/document/node.ts'
import { documentOf } from '../document/documents.ts'
import { locations, runText } from './run-text.ts'

const text = 'first: 1\nsecond: [2, 3]\n'
const path = 'stack.yaml'

function template(): SourceFile {
  const document = documentOf(text)
  const root = document.root as Mapping
  const kind = 'cfn-yaml'
  const recognition = { kind } as const
  return { path, document, root, kind, recognition, version: undefined, reading: 'heat', syntax: 'yaml' }
}

function transform(id: string, run: (root: Mapping, context: TemplateContext) => Mapping): TemplateTransform {
  const about = { title: 'Try', description: 'Tries.', references: [], safety: 'exact' as const }
  return {
    id,
    ...about,
    appliesTo: (kind) => kind === 'cfn-yaml',
    run: (one, context) => ({ ...one, root: run(one.root, context) }),
  }
}

const [first, second] = [0, 1].map((index) => (root: Mapping) => root.entries[index]?.value as Node)
const options: ChainOptions = {
  ...neutralCommand,
  target: '2018-08-31',
  isOpen: () => true,
  failures: new Map(),
  keepsMeaning: () => true,
}

function chain(
  one: SourceFile,
  transforms: readonly TemplateTransform[],
  more: { accept?: ReadonlySet<string> } = {},
) {
  const result = runChain(Workspace.of(one), transforms.map(templateTransform), { ...options, ...more })
  return {
    template: result.pkg.files.get(path) as SourceFile,
    findings: distinct(result.findings.get(path) ?? []),
    applied: result.applied.get(path) ?? [],
  }
}

function findings(...reports: readonly ((root: Mapping, context: TemplateContext) => void)[]) {
  const transforms = reports.map((report, index) =>
    transform(`cfn/t${index}`, (root, context) => {
      report(root, context)
      return root
    }),
  )
  return chain(template(), transforms).findings.map(({ code, range }) => `${code} ${range?.start}`)
}

describe('findings of a chain', () => {
  const about =
    (...said: readonly (readonly ['no-equivalent' | 'bad-arguments', string])[]) =>
    (root: Mapping, context: TemplateContext) => {
      for (const [code, message] of said) context.report(code, first?.(root) as Node, message)
    }

  it('are one per location where several transforms leave it: the first says why', () => {
    expect(findings(about(['no-equivalent', 'so']), about(['bad-arguments', 'so']))).toEqual([
      'no-equivalent 7',
    ])
  })

  it('are as many as there are causes, where one transform finds several at one location', () => {
    const causes = about(['no-equivalent', 'so'], ['no-equivalent', 'else'], ['bad-arguments', 'so'])
    const said = ['no-equivalent 7', 'no-equivalent 7', 'bad-arguments 7']
    expect(findings(causes)).toEqual(said)
    expect(findings(causes, causes)).toEqual(said)
    expect(findings(about(['no-equivalent', 'so'], ['no-equivalent', 'so']))).toEqual(['no-equivalent 7'])
  })

  it('are kept apart by place', () => {
    expect(
      findings((root, context) => {
        context.report('no-equivalent', first?.(root) as Node, 'so')
        context.report('no-equivalent', second?.(root) as Node, 'so')
      }),
    ).toEqual(['no-equivalent 7', 'no-equivalent 17'])
  })

  it('that are warnings are one per code, place and message', () => {
    expect(
      findings((root, context) => {
        context.report('new-parameter', first?.(root) as Node, 'one')
        context.report('new-parameter', first?.(root) as Node, 'two')
        context.report('new-parameter', first?.(root) as Node, 'two')
        context.report('mapping-parameter', first?.(root) as Node, 'two')
      }),
    ).toEqual(['new-parameter 7', 'new-parameter 7', 'mapping-parameter 7'])
  })

  it('leave out a call left over where another finding inside says why', () => {
    const why = (root: Mapping, context: TemplateContext) => {
      const list = second?.(root)
      if (list?.kind === 'seq') context.report('bad-arguments', list.items[0] as Node, 'why')
    }
    const leftOver = (root: Mapping, context: TemplateContext) =>
      context.report('unknown-function', second?.(root) as Node, 'left over')
    expect(findings(why, leftOver)).toEqual(['bad-arguments 18'])
    expect(findings(leftOver)).toEqual(['unknown-function 17'])
  })
})

describe('what a chain applies', () => {
  const renamed = transform('cfn/rename', (root, context) => {
    context.change(root, 'Rename')
    return { ...root, entries: [...root.entries].reverse() }
  })
  const silent = transform('cfn/silent', (root) => root)
  const other: TemplateTransform = { ...renamed, id: 'hot/other', appliesTo: (kind) => kind === 'hot' }

  it('is what changed something', () => {
    expect(chain(template(), [silent, renamed, other, renamed]).applied).toEqual([
      { id: 'cfn/rename', changes: 2 },
    ])
  })

  it('gives the very same tree where nothing did', () => {
    const one = template()
    expect(chain(one, [{ ...silent, run: (same) => same }]).template).toBe(one)
  })
})

describe('leave to change the meaning', () => {
  const asking = transform('cfn/ask', (root, context) => {
    const isAccepted = context.accepts('availability-zones', first?.(root) as Node, 'zones go')
    return isAccepted ? { ...root, entries: [] } : root
  })

  it('is an error without --accept', () => {
    const { findings, template: after } = chain(template(), [asking])
    expect(findings).toMatchObject([{ code: 'availability-zones', severity: 'error', message: 'zones go' }])
    expect(findings[0]?.help).toContain(' With --accept availability-zones: a new parameter ')
    expect(after.root.entries).toHaveLength(2)
  })

  it('is a warning with it', () => {
    const accept = new Set(['availability-zones'])
    const { findings, template: after } = chain(template(), [asking], { accept })
    expect(findings).toMatchObject([
      { code: 'availability-zones', severity: 'warning', message: 'accepted: zones go' },
    ])
    expect(findings[0]?.help).toMatch(/^Accepted: a new parameter /)
    expect(after.root.entries).toEqual([])
  })
})

describe('findings of a file', () => {
  it('come in the order of their places', () => {
    const outcome = runText(`AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  B: {Value: {Ref: Nothing}}
Mappings: {Unused: {a: {b: c}}}
Resources:
  A: {Type: "OS::Heat::Value", Version: 1, Properties: {value: {"Fn::Nothing": 1}}}
`)
    expect(locations(outcome)).toEqual([
      'unknown-reference 3:14',
      'unused-mapping 4:12',
      'ignored-key 6:32',
      'readings-differ 6:64',
      'unknown-function 6:64',
    ])
  })
})

describe('for another target', () => {
  const needs = (version: string) => (root: Mapping, context: TemplateContext) => {
    if (context.target < version) context.report('version-too-old', root, 'too old')
    return root
  }

  /** Whether the chain is whole for a target, and which transforms ran for it, known what it does for 2018-08-31. */
  function asked(
    target: '2013-05-23' | '2021-04-16',
    runs: Readonly<Record<string, TemplateTransform['run']>>,
  ) {
    const ran: string[] = []
    const transforms = Object.entries(runs).map(([id, run]) =>
      templateTransform({
        ...transform(id, (root) => root),
        run: (one, context) => {
          ran.push(id)
          return run(one, context)
        },
      }),
    )
    const pkg = Workspace.of(template())
    const { steps } = runChain(pkg, transforms, options)
    ran.splice(0)
    return { isWhole: isWholeFor(pkg, transforms, { ...options, target }, steps), ran }
  }

  const doing = (change: (root: Mapping, context: TemplateContext) => Mapping): TemplateTransform['run'] => {
    return (one, context) => {
      const root = change(one.root, context)
      return root === one.root ? one : { ...one, root }
    }
  }
  const halved = doing((root) => ({ ...root, entries: root.entries.slice(1) }))
  const onlyWhole = doing((root, { report }) => {
    if (root.entries.length < 2) report('no-equivalent', root, 'half')
    return root
  })

  it('runs only what asked for the version', () => {
    const runs = { silent: halved, asks: doing(needs('2021-04-16')), last: doing((root) => root) }
    expect(asked('2021-04-16', runs)).toEqual({ isWhole: true, ran: ['asks'] })
    expect(asked('2013-05-23', runs)).toEqual({ isWhole: false, ran: ['asks'] })
  })

  it('knows what is left whatever the version', () => {
    expect(asked('2021-04-16', { silent: halved, checks: onlyWhole })).toEqual({ isWhole: false, ran: [] })
  })

  it('runs all that follows a transform that does something else', () => {
    const older = doing((root, { target }) => (target < '2018' ? root : { ...root, entries: [] }))
    const runs = { older, checks: onlyWhole }
    expect(asked('2013-05-23', runs)).toEqual({ isWhole: true, ran: ['older', 'checks'] })
    expect(asked('2021-04-16', runs)).toEqual({ isWhole: false, ran: ['older', 'checks'] })
  })

  it('gives what asked for the version what it was given before', () => {
    const runs = { silent: halved, asks: doing(needs('2016-10-14')), checks: doing(needs('2014-10-16')) }
    const seen: number[] = []
    const counts: TemplateTransform['run'] = (one, context) => {
      seen.push(one.root.entries.length)
      return runs.asks(one, context)
    }
    expect(asked('2021-04-16', { ...runs, asks: counts })).toEqual({ isWhole: true, ran: ['asks', 'checks'] })
    expect(seen).toEqual([1, 1])
  })

  it('takes what throws for incomplete', () => {
    const throws = doing((root, { target }) => {
      if (target === '2021-04-16') throw new Error('broken')
      return root
    })
    expect(asked('2021-04-16', { throws })).toEqual({ isWhole: false, ran: ['throws'] })
  })
})
