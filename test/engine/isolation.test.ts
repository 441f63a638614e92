/**
 * One bad file never fails another. Files say in a comment where hotshift is to fail on them.
 * @jest-environment node
 */

import { type Transform, templateTransform } from '../../src/engine/authoring/package-transform.ts'
import { createChecker } from '../../src/engine/check.ts'
import { createEngine, createPackageEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { withManifestFindings } from '../../src/engine/packages/manifests.ts'
import { createProfileChecker, createRemediationEngine } from '../../src/engine/packages/profile.ts'
import { entry, mapping, withAppended } from '../../src/text/document/build.ts'
import { entryOf } from '../../src/text/document/read.ts'
import { remediation } from '../../transforms/onap/remediation.ts'

/** Readers of packages see no text: a section of this name makes them fail. */
const MOCK_SECTION = 'fails'

interface MockRoot {
  readonly entries: readonly { readonly key: { readonly value: unknown } }[]
}

const mockFailingOn = (root: MockRoot, where: string) => {
  if (root.entries.some(({ key }) => key.value === MOCK_SECTION)) throw new Error(`boom in ${where}`)
}

const mockFailing = (text: string | undefined, where: string) => {
  if (text?.includes(`# fails in ${where}`) === true) throw new Error(`boom in ${where}`)
}

jest.mock('../../src/text/print/print.ts', () => {
  const actual = jest.requireActual('../../src/text/print/print.ts')
  return {
    ...actual,
    printDocument: (document: { text: string }, ...rest: readonly unknown[]) => {
      mockFailing(document.text, 'print')
      return actual.printDocument(document, ...rest)
    },
  }
})

jest.mock('../../src/meaning/deployment.ts', () => {
  const actual = jest.requireActual('../../src/meaning/deployment.ts')
  return {
    ...actual,
    compareDeployments: (before: { text?: string }, ...rest: readonly unknown[]) => {
      mockFailing(before.text, 'proof')
      return actual.compareDeployments(before, ...rest)
    },
  }
})

jest.mock('../../src/stack/load.ts', () => {
  const actual = jest.requireActual('../../src/stack/load.ts')
  return {
    ...actual,
    load: (input: { bytes: Uint8Array }, ...rest: readonly unknown[]) => {
      mockFailing(Buffer.from(input.bytes).toString(), 'load')
      return actual.load(input, ...rest)
    },
  }
})

jest.mock('../../src/stack/registry.ts', () => {
  const actual = jest.requireActual('../../src/stack/registry.ts')
  const failing = (name: string) => (path: string, root: MockRoot) => {
    mockFailingOn(root, 'registry')
    return actual[name](path, root)
  }
  return {
    ...actual,
    registryMappings: failing('registryMappings'),
    registryEntries: failing('registryEntries'),
  }
})

jest.mock('../../src/stack/references.ts', () => {
  const actual = jest.requireActual('../../src/stack/references.ts')
  return {
    ...actual,
    typeReferences: (root: MockRoot) => {
      mockFailingOn(root, 'references')
      return actual.typeReferences(root)
    },
  }
})

jest.mock('../../src/engine/proof/tree-guards.ts', () => {
  const actual = jest.requireActual('../../src/engine/proof/tree-guards.ts')
  return {
    ...actual,
    guardFindings: (file: { document: { text: string } }) => {
      mockFailing(file.document.text, 'guards')
      return actual.guardFindings(file)
    },
  }
})

jest.mock('../../src/rules/onap/manifest.ts', () => {
  const actual = jest.requireActual('../../src/rules/onap/manifest.ts')
  return {
    ...actual,
    manifestProblems: (path: string, text: string, paths: readonly string[]) => {
      mockFailing(text, 'manifest')
      return actual.manifestProblems(path, text, paths)
    },
  }
})

jest.mock('../../src/rules/onap/rules/descriptions.ts', () => {
  const actual = jest.requireActual('../../src/rules/onap/rules/descriptions.ts')
  return {
    ...actual,
    descriptionRules: {
      ...actual.descriptionRules,
      find: (
        vnf: { templates: readonly { file: { document: { text: string } } }[] },
        report: (found: unknown) => void,
      ) => {
        for (const { file } of vnf.templates) mockFailing(file.document.text, 'rule')
        actual.descriptionRules.find(vnf, report)
      },
    },
  }
})

jest.mock('../../src/rules/onap/rules/parameter-renaming.ts', () => {
  const actual = jest.requireActual('../../src/rules/onap/rules/parameter-renaming.ts')
  const renaming = actual.parameterRenaming
  const { repair } = renaming
  renaming.repair = (
    pkg: { files: ReadonlyMap<string, { document: { text: string } }> },
    violation: { path: string },
    ...rest: readonly unknown[]
  ) => {
    mockFailing(pkg.files.get(violation.path)?.document.text, 'repair')
    return repair(pkg, violation, ...rest)
  }
  const { repairTogether } = renaming
  renaming.repairTogether = (
    pkg: { files: ReadonlyMap<string, { document: { text: string } }> },
    violations: readonly { path: string }[],
  ) => {
    for (const { path } of violations) mockFailing(pkg.files.get(path)?.document.text, 'repair')
    return repairTogether(pkg, violations)
  }
  return actual
})

const about = { title: 'Try', description: 'Tries.', references: [], safety: 'exact' } as const

/** Gives each template an empty section. */
const adding = (id: string, section: string): Transform =>
  templateTransform({
    ...about,
    id,
    appliesTo: (kind) => kind === 'hot',
    run: (file) => {
      mockFailing(file.document.text, 'transform')
      if (entryOf(file.root, section) !== undefined) return file
      return { ...file, root: withAppended(file.root, entry(section, mapping([], { style: 'flow' }))) }
    },
  })

const ofTemplates = adding('test/add', 'outputs')

/** Sees all files of a folder. */
const ofPackages: Transform = {
  ...about,
  id: 'test/look',
  run: (pkg) => {
    for (const { document } of pkg.files.values()) mockFailing(document.text, 'package transform')
    return pkg
  },
}

const template = 'heat_template_version: 2018-08-31\nresources: {}\n'

function outcomes(
  files: Readonly<Record<string, string>>,
  chain: readonly Transform[] = [ofTemplates, ofPackages],
  allowUnproved = false,
): readonly FileOutcome[] {
  const registry = new Map()
  const engine = createEngine({ chain, to: 'latest', accept: [], partial: false, allowUnproved, registry })
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return engine.runTogether?.(inputs) ?? []
}

function lines(found: readonly FileOutcome[]): readonly string[] {
  return found.map(
    ({ path, status, reason, findings }) =>
      `${path} ${status}: ${reason ?? '-'} [${findings.map(({ code }) => code).join(' ')}]`,
  )
}

it.each(['transform', 'print', 'load'])('what fails in %s of one file leaves the others alone', (where) => {
  const files = { 'bad.yaml': `${template}# fails in ${where}\n`, 'good.yaml': template }
  expect(lines(outcomes(files))).toEqual([
    `bad.yaml failed: internal error: boom in ${where} [internal-error]`,
    'good.yaml changed: - []',
  ])
})

it.each([false, true])('what fails in the proof lets nothing through, unproved: %s', (allowUnproved) => {
  const files = { 'bad.yaml': `${template}# fails in proof\n`, 'good.yaml': template }
  expect(lines(outcomes(files, [ofTemplates, ofPackages], allowUnproved))).toEqual([
    'bad.yaml failed: internal error: the proof could not be done: boom in proof [internal-error]',
    'good.yaml changed: - []',
  ])
})

it('a file in which a transform failed is left alone by those behind it', () => {
  const later = adding('test/later', 'parameters')
  const found = outcomes({ 'bad.yaml': `${template}# fails in transform\n`, 'good.yaml': template }, [
    ofTemplates,
    later,
    ofPackages,
  ])
  expect(found.map(({ path, transforms }) => [path, transforms.map(({ id }) => id)])).toEqual([
    ['bad.yaml', []],
    ['good.yaml', ['test/add', 'test/later']],
  ])
})

it('names a transform of the user that failed on a file', () => {
  const own = { ...ofTemplates, file: '/mine.ts' }
  const files = { 'bad.yaml': `${template}# fails in transform\n`, 'good.yaml': template }
  expect(lines(outcomes(files, [own, ofPackages]))).toEqual([
    'bad.yaml failed: test/add failed: boom in transform [transform-failed]',
    'good.yaml changed: - []',
  ])
})

describe('a transform that sees a folder and fails', () => {
  const files = {
    'bad.yaml':
      'heat_template_version: 2018-08-31\nresources: {n: {type: nested.yaml}}\n# fails in package transform\n',
    'bad.env': 'parameters: {}\n',
    'good.yaml': template,
    'nested.yaml': template,
  }

  it('fails what hangs together with what it met', () => {
    expect(lines(outcomes(files))).toEqual([
      'bad.yaml failed: internal error: boom in package transform [internal-error]',
      'bad.env failed: internal error: boom in package transform [internal-error]',
      'good.yaml changed: - []',
      'nested.yaml failed: internal error: boom in package transform [internal-error]',
    ])
  })

  it('fails all when it is of the user, for nobody knows what it looks at', () => {
    const own = { ...ofPackages, file: '/mine.ts' }
    expect(lines(outcomes(files, [ofTemplates, own]))).toEqual(
      Object.keys(files).map(
        (path) => `${path} failed: test/look failed: boom in package transform [transform-failed]`,
      ),
    )
  })
})

describe('forming packages', () => {
  const broken = { 'bad.env': 'resource_registry: {}\nfails: 1\n', 'bad.yaml': `${template}fails: 1\n` }

  it('fails only the file whose registry or types cannot be read', () => {
    expect(lines(outcomes({ ...broken, 'good.yaml': template }))).toEqual([
      'bad.env failed: internal error: boom in registry [internal-error]',
      'bad.yaml failed: internal error: boom in references [internal-error]',
      'good.yaml changed: - []',
    ])
  })

  it('takes such a file for one that may name any template', () => {
    const engine = createEngine({
      chain: [ofPackages],
      to: 'latest',
      accept: [],
      partial: false,
      registry: new Map(),
    })
    const texts = { ...broken, 'good.yaml': template, 'other/a.yaml': template }
    const inputs = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
    expect(engine.partition?.(inputs)).toEqual([['bad.env', 'bad.yaml', 'good.yaml'], ['other/a.yaml']])
  })
})

it('a transform for one kind of files fails with one of them', () => {
  const section = entry('event_sinks', mapping([], { style: 'flow' }))
  const ofEnvironments: Transform = {
    ...about,
    id: 'test/each',
    ofKind: 'environment',
    run: (pkg) =>
      pkg.withFiles(
        pkg.environments().map((file) => {
          mockFailing(file.document.text, 'kind')
          return { ...file, root: withAppended(file.root, section) }
        }),
      ),
  }
  const files = {
    'a.env': 'parameters: {}\n',
    'bad.env': 'parameters: {}\n# fails in kind\n',
    'c.env': 'parameters: {}\n',
    'good.yaml': template,
  }
  // One that is not divided: of others the parts that hang together would fail anyway, one by one.
  const engine = createPackageEngine({
    transforms: [ofEnvironments, ofTemplates, ofPackages],
    proof: 'none',
    audit: (_before, _after, reported) => reported,
  })
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  expect(lines(engine.runTogether?.(inputs) ?? [])).toEqual([
    'a.env changed: - []',
    'bad.env failed: internal error: boom in kind [internal-error]',
    'c.env changed: - []',
    'good.yaml changed: - []',
  ])
})

it('what fails in the guards of one file leaves the others of a package alone that is not divided', () => {
  const engine = createPackageEngine({
    transforms: [ofTemplates],
    proof: 'none',
    audit: (_before, _after, reported) => reported,
  })
  const texts = { 'bad.yaml': `${template}# fails in guards\n`, 'good.yaml': template }
  const inputs = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  expect(lines(engine.runTogether?.(inputs) ?? [])).toEqual([
    'bad.yaml failed: internal error: boom in guards [internal-error]',
    'good.yaml changed: - []',
  ])
})

it('what fails in a manifest leaves the templates beside it alone', () => {
  const texts = { 'MANIFEST.json': '# fails in manifest\n', 'good.yaml': template }
  const inputs = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  const engine = createPackageEngine({ transforms: [ofTemplates], proof: 'none' })
  expect(lines(withManifestFindings(inputs, engine.runTogether?.(inputs) ?? []))).toEqual([
    'MANIFEST.json failed: internal error: boom in manifest [internal-error]',
    'good.yaml changed: - []',
  ])
})

describe('requirements of a package', () => {
  const bare = 'heat_template_version: 2018-08-31\nparameters: {Web-1: {type: string}}\nresources: {}\n'
  const check = (texts: Readonly<Record<string, string>>) => {
    const inputs = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
    return createProfileChecker(remediation).runTogether?.(inputs) ?? []
  }
  const requirementsOf = (one: FileOutcome | undefined) =>
    one?.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)

  // Rules are asked of each part of a package, so that one which fails in a part says all of the others.
  it('are found by all rules in all files but the one that makes a rule fail', () => {
    const sound = check({ 'bad.yaml': bare, 'base.yaml': bare })
    const [bad, base] = check({ 'bad.yaml': `${bare}# fails in rule\n`, 'base.yaml': bare })
    expect([bad?.status, bad?.reason, base?.status]).toEqual([
      'failed',
      'internal error: the package was not checked against R-39402, R-44001: boom in rule',
      'unchanged',
    ])
    expect(requirementsOf(base)).toContain('R-25877')
    expect(requirementsOf(base)).toContain('R-39402')
    expect(requirementsOf(base)).toEqual(requirementsOf(sound[1]))
  })

  it('are found although a repair fails', () => {
    const outcomes = check({ 'base.yaml': `${bare}# fails in repair\n`, 'other.yaml': bare })
    expect(lines(outcomes).map((line) => line.replace(/ \[.*/, ''))).toEqual([
      'base.yaml failed: internal error: repairs were not tried: boom in repair',
      'other.yaml unchanged: -',
    ])
    expect(requirementsOf(outcomes[1])).toContain('R-25877')
  })
})

describe('a repair of a package', () => {
  const module = `heat_template_version: 2018-08-31
parameters: {Web-1: {type: string}}
resources: {web_server_0: {type: OS::Nova::Server, properties: {image: {get_param: Web-1}, flavor: x}}}
`
  const nested = `${module}outputs: {o: {value: 1}}
`
  const calling =
    'heat_template_version: 2018-08-31\nresources: {n: {type: nested.yaml, properties: {Web-1: x}}}\n'
  const repair = (texts: Readonly<Record<string, string>>, isLossy = true) => {
    const inputs = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
    const plan = remediation({ isLossy, isWanted: () => true })
    return createRemediationEngine(plan, {}).runTogether?.(inputs) ?? []
  }
  const statuses = (found: readonly FileOutcome[]) =>
    found.map(({ path, status, reason = '-' }) => `${path} ${status}: ${reason}`)
  const textIn = (found: readonly FileOutcome[], path: string) =>
    found.find((one) => one.path === path)?.after

  it.each([
    ['rule', 'the package was not checked against R-39402, R-44001: boom in rule'],
    ['repair', 'boom in repair'],
  ])('fails with the file that brings out a defect in a %s, and with no other', (where, said) => {
    const other = module.replaceAll('Web-1', 'App-1').replace('web_server', 'app_server')
    const sound = repair({ 'base_a.yaml': module, 'b.yaml': other })
    const found = repair({ 'base_a.yaml': `${module}# fails in ${where}\n`, 'b.yaml': other })
    expect(statuses(found)).toEqual([
      `base_a.yaml failed: internal error: ${said}`,
      'b.yaml changed: -',
      'b.env changed: -',
    ])
    expect(textIn(found, 'base_a.yaml')).toBeUndefined()
    expect(textIn(found, 'b.yaml')).toBeDefined()
    if (where === 'repair') expect(textIn(found, 'b.yaml')).toBe(textIn(sound, 'b.yaml'))
  })

  it.each(['rule', 'repair'])('leaves what changes together with such a file: %s', (where) => {
    const found = repair({
      'base_a.yaml': calling,
      'nested.yaml': `${nested}# fails in ${where}\n`,
      'b.yaml': module,
    })
    expect(found.filter(({ after }) => after !== undefined).map(({ path }) => path)).toEqual([
      'b.yaml',
      'b.env',
    ])
    expect(found.find(({ path }) => path === 'nested.yaml')?.status).toBe('failed')
  })
})

describe('what lies beside a file that is checked', () => {
  const caller =
    'heat_template_version: 2018-08-31\nresources: {n: {type: nested.yaml}, o: {type: My::Type}}\n'
  const check = (files: Readonly<Record<string, string>>) => {
    const checker = createChecker({
      readFile: (path) => (path in files ? Buffer.from(files[path] ?? '') : undefined),
      besides: Object.keys(files),
    })
    return lines(Object.entries(files).map(([path, text]) => checker.run({ path, bytes: Buffer.from(text) })))
  }

  it('fails alone, and may register the types that it names', () => {
    const files = {
      'good.yaml': caller,
      'nested.yaml': `${template}# fails in load\n`,
      'bad.env': 'resource_registry: {My::Type: nested.yaml}\n# fails in load\n',
    }
    expect(check(files)).toEqual([
      'good.yaml unchanged: - []',
      'nested.yaml failed: internal error: boom in load [internal-error]',
      'bad.env failed: internal error: boom in load [internal-error]',
    ])
    expect(check({ 'good.yaml': caller, 'a.env': 'resource_registry: {}\n' })).toEqual([
      'good.yaml unchanged: - [unknown-resource-type]',
      'a.env unchanged: - []',
    ])
  })

  it('may register a type that it names where its registry cannot be read', () => {
    const told = (registry: string) =>
      check({ 'good.yaml': caller, 'bad.env': `resource_registry: {${registry}: \n` })[0]
    expect(told('My::Type')).toBe('good.yaml unchanged: - []')
    expect(told('Your::Type')).toBe('good.yaml unchanged: - [unknown-resource-type]')
  })
})
