/** Two registries are the same to verify where they make the same of all types in a template, as Heat does it. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeat } from './installed.ts'
import { ask } from './schema-values.ts'

const withHeat = hasHeat ? describe : describe.skip

const types = ['My::Note', 'My::Value', 'OS::Heat::Value']
const own = { 'My::Note': 'note.yaml' }

const registries: readonly Readonly<Record<string, string | null>>[] = [
  { ...own, 'My::Value': 'OS::Heat::Value' },
  { ...own, 'My::Value': 'OS::Heat::Value', 'My::Unused': 'note.yaml' },
  { ...own, 'My::Value': 'OS::Heat::Value', 'My::Unused': 'No::Such' },
  { ...own, 'My::Value': 'OS::Heat::Value', 'My::Unused': 'My::Unused' },
  { ...own, 'My::Value': 'OS::Heat::Value', 'Other::*': 'OS::Neutron::*' },
  { ...own, 'My::V*': 'OS::Heat::V*' },
  { ...own, 'My::V*': 'OS::Heat::Value' },
  { ...own, 'My::*': 'OS::Heat::*' },
  { ...own, 'My::Value': 'OS::Heat::Value', 'OS::Heat::V*': 'OS::Heat::Value' },
  { ...own, 'My::Value': 'OS::Heat::Value', 'OS::Heat::Value': 'note.yaml' },
  { ...own, 'My::Value': 'OS::Heat::RandomString' },
  { ...own, 'My::Value': 'note.yaml' },
  { ...own, 'My::V*': 'note.yaml' },
  { 'My::N*': 'note.yaml', 'My::Value': 'OS::Heat::Value' },
  { 'My::Note': 'OS::Heat::Value', 'My::Value': 'OS::Heat::Value' },
]

const template = `heat_template_version: 2018-08-31
resources:
${types.map((type, index) => `  r${index}: {type: "${type}", properties: {value: a}}\n`).join('')}`

withHeat('a registry', () => {
  afterEach(removeTemporaryTrees)

  it('is the same where Heat makes the same of all types', async () => {
    const answers = ask(
      'registries.py',
      registries.map((registry) => JSON.stringify({ registry, types })).join('\n'),
    )
    const { root } = temporaryTree({
      't.yaml': template,
      'note.yaml': `heat_template_version: 2018-08-31
parameters: {value: {type: string}}
resources: {v: {type: OS::Heat::RandomString, properties: {salt: {get_param: value}}}}
`,
      ...Object.fromEntries(
        registries.map((one, index) => [`${index}.env`, JSON.stringify({ resource_registry: one })]),
      ),
    })
    const unlike: string[] = []
    let same = 0
    for (const [index, one] of registries.entries())
      for (const [other, another] of registries.entries()) {
        if (index === other) continue
        const isSame = answers[index] === answers[other] && !answers[index]?.includes('null')
        if (isSame) same += 1
        const args = ['t.yaml', 't.yaml', '--env-before', `${index}.env`, '--env', `${other}.env`]
        const { status } = await inProcess(['verify', ...args], root)
        if ((status === 0) !== isSame)
          unlike.push(
            `${JSON.stringify(one)} ${JSON.stringify(another)}: ${status}, ${answers[index]} ${answers[other]}`,
          )
      }
    expect(same).toBeGreaterThan(30)
    expect(unlike).toEqual([])
  })
})
