import { mentionsIn, withNewNames } from '../../src/engine/names/mentions.ts'

const renamed = ['templates/site.json', 'a/net.json', 'b/net.json', 'top.template']
const byName = new Map<string, readonly string[]>([
  ['site.json', ['templates/site.json']],
  ['net.json', ['a/net.json', 'b/net.json']],
  ['top.template', ['top.template']],
])

function found(text: string, from = 'README.md', files: readonly string[] = []) {
  return mentionsIn(text, from, byName, (path) => files.includes(path)).map(
    ({ start, end, path, isElsewhere }) =>
      `${text.slice(start, end)} ${path}${isElsewhere ? ' elsewhere' : ''}`,
  )
}

describe('mentionsIn', () => {
  it.each([
    'templates/site.json',
    './templates/site.json',
    'site.json',
    '"site.json"',
    'see `templates/site.json`.',
    '[the site](templates/site.json#L3)',
    '--template-body=file://templates/site.json',
    '$DIR/site.json',
    '${DIR}/templates/site.json',
    'host:/srv/site.json',
    'C:\\work\\templates\\site.json',
    'templates/site.json:12:3: wrong',
    'site.json!',
  ])('finds a file by its path or its name: %s', (text) => {
    expect(found(text)).toEqual(['site.json templates/site.json'])
  })

  it.each(['mysite.json', 'site.json.bak', 'site.jsonx', 'site_json', '*.json', 'site.yaml', 'my-site.json'])(
    'takes no other word for it: %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )

  it('tells files of the same name by where the path leads, from the text or the working directory', () => {
    expect(found('net.json', 'a/README.md')).toEqual(['net.json a/net.json'])
    expect(found('../b/net.json', 'a/README.md')).toEqual(['net.json b/net.json'])
    expect(found('b/net.json', 'docs/README.md')).toEqual(['net.json b/net.json'])
    expect(found('$ROOT/b/net.json', 'docs/README.md')).toEqual(['net.json b/net.json'])
    expect(found('net.json', 'docs/README.md')).toEqual([])
  })

  it('leaves alone what leads to another file of that name', () => {
    expect(found('site.json', 'other/README.md', ['other/site.json'])).toEqual([])
    expect(found('site.json', 'other/README.md')).toEqual(['site.json templates/site.json'])
  })

  it('tells an address from a path', () => {
    expect(found('https://bucket.example/templates/site.json')).toEqual([
      'site.json templates/site.json elsewhere',
    ])
    expect(found('s3://bucket/top.template')).toEqual(['top.template top.template elsewhere'])
  })

  it('is through with a long word at once', () => {
    expect(found(`${'/'.repeat(200_000)}site.json ${`${':1'.repeat(2000)}x `.repeat(500)}`)).toEqual([])
  })
})

it('withNewNames writes nothing but the last part of a path', () => {
  const text = 'a site.json b top.template\r\n'
  const mentions = mentionsIn(text, 'x', byName, () => false)
  expect(withNewNames(text, mentions, (path) => `${renamed.indexOf(path)}.yaml`)).toBe(
    'a 0.yaml b 3.yaml\r\n',
  )
})
