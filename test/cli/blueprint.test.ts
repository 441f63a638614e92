import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const shop = `components:
  mail: {type: com.example:Mailer, sender: a@example.org, colour: red}
  web: {type: tier, initialSize: 2, nodespec: {requires: {minRam: 3gb, os: rhel}}}
`
const about = `components:
  com.example:Mailer: providers/mailer.yaml
flavors:
  small: {ram: 2gb, cores: 1, disk: 20gb}
  medium: {ram: 4gb, cores: 2, disk: 40gb}
images: {rhel: rhel-9.4}
`
const mailer = 'heat_template_version: 2018-08-31\nparameters:\n  sender: {type: string}\n'

describe('migrate of blueprints', () => {
  it('creates the files that a template needs, all of them or none', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    const dry = await inProcess(['migrate'], tree.root)
    expect([dry.status, tree.list()]).toEqual([0, ['shop.yaml']])
    expect(dry.stdout).toContain('+++ b/shop-web.yaml\n')
    expect((await inProcess(['migrate', '--write'], tree.root)).status).toBe(0)
    expect(tree.list()).toEqual(['shop-web.yaml', 'shop.env', 'shop.yaml'])
    const again = await inProcess(['migrate', '--check'], tree.root)
    expect([again.status, again.stdout]).toEqual([0, ''])
  })

  it('leaves a blueprint alone where one of the new files exists', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop, 'shop.env': 'KEY=value\n' })
    const { status, stderr } = await inProcess(['migrate', '--write'], tree.root)
    expect(status).toBe(3)
    expect(stderr).toContain('shop.env is to be created, and another file of this run has the name')
    expect(stderr).not.toContain('blueprint-provider')
    expect([tree.list(), tree.read('shop.yaml')]).toEqual([['shop.env', 'shop.yaml'], shop])
  })

  it('is left out by --to cfn-yaml', async () => {
    const tree = temporaryTree({ 'shop.yaml': shop })
    const { stdout, stderr } = await inProcess(['migrate', '--to', 'cfn-yaml'], tree.root)
    expect(stdout).toBe('')
    expect(stderr).toContain('  unchanged  1\n')
  })

  it('runs with transforms of packages, too', async () => {
    const tree = temporaryTree({ 'shop.yaml': 'components: {clock: {type: OS::Heat::RandomString}}\n' })
    const ids = ['-t', 'blueprint/to-hot', '-t', 'env/move-defaults']
    expect((await inProcess(['run', ...ids, '--write'], tree.root)).status).toBe(0)
    expect(tree.read('shop.yaml')).toContain('heat_template_version: 2018-08-31\n')
  })

  it('relies on what --blueprint says', async () => {
    const tree = temporaryTree({
      'apps/shop.yaml': shop,
      'about.yaml': about,
      'providers/mailer.yaml': mailer,
    })
    const { status, stderr } = await inProcess(
      ['migrate', 'apps', '--blueprint', 'about.yaml', '--write'],
      tree.root,
    )
    expect(status).toBe(0)
    expect(stderr).toContain('com.example:Mailer has no property "colour"')
    expect(tree.read('apps/shop.env')).toBe(
      'resource_registry:\n  com.example:Mailer: ../providers/mailer.yaml\n',
    )
    expect(tree.read('apps/shop.yaml')).toContain('default: medium\n')
    expect(tree.read('apps/shop.yaml')).toContain('default: rhel-9.4\n')
  })

  it.each([
    ['flavours: {}\n', ':1:1: "flavours" is none of the sections components, flavors and images'],
    [
      'flavors:\n  small: {ram: 2, cores: 1, disk: 1gb}\n',
      ':2:3: ram of the flavor "small" is to be a size such as 4gb',
    ],
    ['flavors: {small: {ram: 2gb}}\n', ':1:11: the flavor "small" needs ram, cores and disk'],
    [
      'flavors: {a: {ram: 2gb, cores: some, disk: 1gb}}\n',
      ':1:11: cores of the flavor "a" are to be a number',
    ],
    ['components: {a: 3}\n', ':1:14: "a" is to be a string'],
    ['images: []\n', ':1:1: images is to be a mapping'],
    ['[]\n', ': it is not a mapping'],
    ['components: {a: gone.yaml}\n', 'gone.yaml'],
  ])('says what is wrong with %j', async (text, message) => {
    const tree = temporaryTree({ 'shop.yaml': shop, 'about.yaml': text })
    const { status, stderr } = await inProcess(['migrate', '--blueprint', 'about.yaml'], tree.root)
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
  })
})
