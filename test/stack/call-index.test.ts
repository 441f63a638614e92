import fc from 'fast-check'
import { load } from '../../src/stack/load.ts'
import type { SourceFile } from '../../src/stack/source-file.ts'
import { defaultNaming, Workspace } from '../../src/stack/workspace.ts'
import '../seed.ts'

const names = ['a', 'b', 'c', 'd']

function file(name: string, calls: readonly string[]): SourceFile {
  const types = calls.map((type, at) => `  r${at}: {type: ${type}}\n`).join('')
  const text = `heat_template_version: 2018-08-31\nresources:${types === '' ? ' {}\n' : `\n${types}`}`
  return loaded(`${name}.yaml`, text)
}

function loaded(path: string, text: string): SourceFile {
  const made = load({ path, bytes: Buffer.from(text) }, { naming: defaultNaming })
  if (made.is !== 'file') throw new Error(`${path} cannot be read`)
  return made.file
}

const registry = loaded('a.env', 'resource_registry: {"My::B": b.yaml, "My::C": c.yaml}\n')

/** All that can be asked about calls. */
function answers(pkg: Workspace) {
  return {
    calls: pkg.calls.map(({ caller, callee, name, resource }) => [caller, callee, name, resource]),
    of: names.map((name) => pkg.callsOf(`${name}.yaml`).map(({ caller }) => caller)),
    from: names.map((name) => pkg.callsFrom(`${name}.yaml`).map(({ callee }) => callee)),
    roles: names.map((name) => pkg.roleOf(`${name}.yaml`)),
    named: names.map((name) => pkg.isNamed(`${name}.yaml`)),
  }
}

describe('calls in a package that changes', () => {
  it('are those of a package made anew, whatever was asked before', () => {
    const type = fc.constantFrom(
      ...names.map((name) => `${name}.yaml`),
      'My::B',
      'My::C',
      'file:///x/d.yaml',
      'OS::Heat::None',
    )
    const template = fc.tuple(fc.constantFrom(...names), fc.array(type, { maxLength: 3 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(template, fc.boolean()), { maxLength: 12 }), (changes) => {
        const files = new Map<string, SourceFile>(names.map((name) => [`${name}.yaml`, file(name, [])]))
        const parts = { unreadable: new Map(), others: [], naming: defaultNaming }
        const sorted = () =>
          new Map([['a.env', registry] as const, ...files].sort(([one], [other]) => (one < other ? -1 : 1)))
        let pkg = new Workspace({ ...parts, files: sorted() })
        for (const [[name, calls], isAsked] of changes) {
          if (isAsked) answers(pkg)
          const next = file(name, calls)
          files.set(next.path, next)
          pkg = pkg.withFile(next)
        }
        expect(answers(pkg)).toEqual(answers(new Workspace({ ...parts, files: sorted() })))
      }),
    )
  })
})
