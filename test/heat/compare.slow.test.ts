import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasHeatFor, python } from './installed.ts'

const program = join(__dirname, 'compare.py')
const corpus = join(__dirname, '../../corpus')
const heat = hasHeatFor('the comparison with Heat')
const withHeat = heat ? describe : describe.skip

interface Difference {
  readonly kind: string
  readonly path: string
}
interface Result {
  readonly before: string
  readonly verdict: string
  readonly differences: readonly Difference[]
  readonly tolerated?: readonly Difference[]
  readonly errors: readonly string[]
}

const cfn = (body: string) => `AWSTemplateFormatVersion: '2010-09-09'\n${body}`
const hot = (body: string) => `heat_template_version: 2018-08-31\n${body}`
const value = (call: string) => cfn(`Parameters: ${parameters}\nOutputs: {o: {Value: ${call}}}\n`)
const hotValue = (call: string) => hot(`parameters: ${hotParameters}\noutputs: {o: {value: ${call}}}\n`)
const parameters = '{N: {Type: Number, Default: "3"}, L: {Type: CommaDelimitedList, Default: "a,b"}}'
const hotParameters = '{N: {type: number, default: "3"}, L: {type: comma_delimited_list, default: "a,b"}}'

/** name, original, rewrite, verdict, the places that differ, the kinds that are tolerated */
const pairs: readonly (readonly [string, string, string, string, readonly string[], readonly string[]])[] = [
  ['a faithful rewrite', value('{Ref: N}'), hotValue('{get_param: N}'), 'equal', [], []],
  ['a number that became text', value('3'), hotValue('"3"'), 'differs', ['value outputs.o.value'], []],
  ['true for 1', value('{a: true}'), hotValue('{a: 1}'), 'differs', ['value outputs.o.value.a'], []],
  [
    'the id instead of the ARN of the stack',
    value('{Ref: "AWS::StackId"}'),
    hotValue('{get_param: "OS::stack_id"}'),
    'differs',
    ['value outputs.o.value'],
    [],
  ],
  [
    'another item of the list',
    value('{"Fn::Select": [0, {Ref: L}]}'),
    hotValue('{get_param: [L, 1]}'),
    'differs',
    ['value outputs.o.value'],
    [],
  ],
  [
    'a join with a number, which only the rewrite can compute',
    value('{"Fn::Join": ["", [n, {Ref: N}]]}'),
    hotValue('{str_replace: {template: n%, params: {"%": {get_param: N}}}}'),
    'equal',
    [],
    ['error-to-value'],
  ],
  [
    'a function of CloudFormation that stayed',
    value('{Ref: N}'),
    hotValue('{Ref: N}'),
    'after-invalid',
    [],
    [],
  ],
  [
    'an original that Heat rejects',
    cfn('Outputs: {o: {Value: !Ref x}}\n'),
    hot('outputs: {}\n'),
    'before-invalid',
    [],
    [],
  ],
  [
    'a mapping that became a parameter',
    cfn('Mappings: {M: {k: {v: w}}}\nOutputs: {o: {Value: {"Fn::FindInMap": [M, k, v]}}}\n'),
    hot(
      'parameters: {M: {type: json, default: {k: {v: w}}}}\noutputs: {o: {value: {get_param: [M, k, v]}}}\n',
    ),
    'equal',
    [],
    ['new-parameter'],
  ],
  [
    'a lost dependency and a lost policy',
    cfn(
      'Resources: {a: {Type: AWS::S3::Bucket, DeletionPolicy: Retain}, b: {Type: AWS::S3::Bucket, DependsOn: a}}\n',
    ),
    hot('resources: {a: {type: AWS::S3::Bucket}, b: {type: AWS::S3::Bucket}}\n'),
    'differs',
    ['value resources.a.deletion_policy', 'dependency resources.b.(needs)'],
    [],
  ],
  [
    'a branch that only another value of the condition shows',
    cfn(
      'Parameters: {P: {Type: String, Default: a}}\nConditions: {C: {"Fn::Equals": [{Ref: P}, live]}}\n' +
        'Outputs: {o: {Value: {"Fn::If": [C, one, two]}}}\n',
    ),
    hot(
      'parameters: {P: {type: string, default: a}}\nconditions: {C: {equals: [{get_param: P}, live]}}\n' +
        'outputs: {o: {value: {if: [C, other, two]}}}\n',
    ),
    'differs',
    ['value outputs.o.value'],
    [],
  ],
  [
    'constraints and hiding',
    cfn('Parameters: {P: {Type: String, NoEcho: "yes", MinLength: "2", ConstraintDescription: c}}\n'),
    hot('parameters: {P: {type: string, hidden: true, constraints: [{length: {min: 2}}]}}\n'),
    'differs',
    ['value parameters.P.hidden', 'value parameters.P.constraints[0].description'],
    [],
  ],
]

withHeat('compare.py', () => {
  let folder: string
  let results: Result[]

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'compare-'))
    const named = pairs.map(([, before, after], index) => {
      const names = [join(folder, `${index}-before.yaml`), join(folder, `${index}-after.yaml`)] as const
      writeFileSync(names[0], before)
      writeFileSync(names[1], after)
      return names
    })
    const run = spawnSync(python, [program, '--pairs', '-'], {
      input: JSON.stringify(named),
      encoding: 'utf8',
    })
    results = run.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Result)
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(
    pairs.map(([name, , , verdict, different, tolerated], index) => ({
      name,
      verdict,
      different,
      tolerated,
      index,
    })),
  )('$name: $verdict', ({ verdict, different, tolerated, index }) => {
    const result = results[index]
    const locations = verdict === 'after-invalid' ? [] : result?.differences.map((d) => `${d.kind} ${d.path}`)
    expect({ verdict: result?.verdict, locations: [...new Set(locations)] }).toEqual({
      verdict,
      locations: different,
    })
    expect([...new Set(result?.tolerated?.map((d) => d.kind))]).toEqual(tolerated)
  })

  it('holds texts that Heat reads otherwise against one another as data', () => {
    const json = join(folder, 'data.json')
    const yaml = join(folder, 'data.yaml')
    writeFileSync(json, '{"Resources": {"a": "0644", "b": "yes"}}')
    writeFileSync(yaml, "Resources: {a: 0644, b: 'yes'}\n")
    const run = spawnSync(python, [program, '--data-equal', json, yaml], { encoding: 'utf8' })
    expect(run.status).toBe(1)
    expect((JSON.parse(run.stdout) as Result).differences).toEqual([
      { kind: 'value', path: '.Resources.a', before: '0644', after: 420, world: 'data', worlds: 1 },
    ])
  })
})

withHeat('the corpus', () => {
  const verdicts = new Map<string, string>()

  beforeAll(() => {
    const files = ['cfn-json', 'cfn-yaml', 'heat-cfn', 'hot', 'nested', 'aws-only']
      .flatMap((folder) => readdirSync(join(corpus, folder)).map((name) => `${folder}/${name}`))
      .filter((name) => /\.(json|yaml|template)$/.test(name) && name !== 'nested/fleet-env.yaml')
    const run = spawnSync(python, [program, '--check', '--no-types', ...files], {
      cwd: corpus,
      encoding: 'utf8',
    })
    for (const [, verdict, file] of run.stdout.matchAll(/^(accepted|refused) +(.*)$/gm)) {
      verdicts.set(file ?? '', verdict ?? '')
    }
  })

  const under = (folder: string, verdict: string) =>
    [...verdicts]
      .filter(([file, found]) => file.startsWith(folder) && found === verdict)
      .map(([file]) => file)

  it.each(['cfn-yaml/', 'heat-cfn/', 'hot/', 'nested/'])('%s is accepted by Heat', (folder) => {
    expect(under(folder, 'refused')).toEqual([])
    expect(under(folder, 'accepted')).not.toEqual([])
  })

  it('cfn-json/ is accepted by Heat but for the file with comments', () => {
    expect(under('cfn-json/', 'refused')).toEqual(['cfn-json/annotated.json'])
  })

  it('aws-only/ is refused by Heat', () => {
    expect(under('aws-only/', 'accepted')).toEqual([])
    expect(under('aws-only/', 'refused')).not.toEqual([])
  })
})
