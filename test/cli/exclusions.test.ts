/** Options of which only one can count: as each command declares them, so it is refused. */
import { Arguments, withoutExcluded } from '../../src/apps/cli/command.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const pairs = commands.flatMap((command) =>
  command.options.flatMap((one) =>
    (one.excludes ?? []).flatMap(({ option }) => {
      const other = command.options.find(({ name }) => name === option)
      return other === undefined ? [] : [[command.name, one, other] as const]
    }),
  ),
)

const spelled = ({ name, value }: { name: string; value?: string }) =>
  value === undefined ? `--${name}` : `--${name} x`

it('these do', () => {
  const all = new Set(pairs.map(([, one, other]) => `${one.name} ${other.name}`))
  expect([...all].sort()).toEqual([
    'cache fix',
    'cache profile',
    'cache-location fix',
    'cache-location profile',
    'check commit',
    'check write',
    'env-suffix env',
    'env-suffix env-file',
    'fix baseline',
    'fix repairs',
    'fix update-baseline',
    'no-cache cache',
    'no-cache cache-location',
    'out check',
    'out commit',
    'out patches',
    'out plan',
    'out write',
    'patches commit',
    'patches write',
    'quiet verbose',
    'revoke list',
    'shard commit',
    'shard patches',
    'shard update-baseline',
    'since files-from',
    'since staged',
    'staged files-from',
    'steps format',
    'steps output',
    'steps patch',
    'to profile',
    'trust-config no-config',
    'value default',
  ])
})

it.each(pairs)('%s does nothing with both', async (command, one, other) => {
  const tree = temporaryTree({ 'a.yaml': "AWSTemplateFormatVersion: '2010-09-09'\n" })
  const { code, err } = await commandLine(tree.root, `${command} ${spelled(other)} ${spelled(one)} a.yaml`)
  expect(err).toContain(`hotshift: --${one.name} and --${other.name} cannot be combined\n`)
  expect(code).toBe(64)
  expect(tree.list()).toEqual(['a.yaml'])
})

it('what is given wins over what is configured, whichever declares it', () => {
  const migrate = commands.find(({ name }) => name === 'migrate')!
  const configured = new Map([['check', [true as const]]])
  const given = (name: string) => new Arguments([], new Map([[name, [true as const]]]))
  expect([...withoutExcluded(configured, migrate, given('write')).keys()]).toEqual([])
  expect([...withoutExcluded(configured, migrate, given('out')).keys()]).toEqual([])
  expect([...withoutExcluded(configured, migrate, given('verbose')).keys()]).toEqual(['check'])
})
