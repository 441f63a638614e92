import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fenced } from './markdown.ts'
import { tryOut } from './try-out.ts'

/** What the pages show of `docs/examples`, as it is when hotshift runs over it now; by the name of its mark. */
export function exampleTexts(root: string): Readonly<Record<string, string>> {
  const file = (name: string) => join(root, 'docs/examples', name)
  const source = (name: string) => readFileSync(file(name), 'utf8')
  const dryRun = (name: string, ...options: readonly string[]) =>
    tryOut(root, ['migrate', name, ...options], [file(name)], ({ out, err }) => ({ out, err }))
  const written = (name: string, result: string) =>
    tryOut(root, ['migrate', name, '--write'], [file(name)], ({ text }) => text(result))
  const native = tryOut(
    root,
    ['migrate', 'web-server.json', '--native', '--write'],
    [file('web-server.json')],
    ({ text, err }) => ({ template: text('web-server.yaml'), err }),
  )
  const checked = (name: string) => tryOut(root, ['check', name], [file(name)], ({ out }) => out)
  const volume = dryRun('volume.yaml')
  const server = tryOut(
    root,
    ['upgrade', 'server.yaml', '--to', 'rocky'],
    [file('server.yaml')],
    ({ out }) => ({ out }),
  )
  const moved = tryOut(root, ['extract-defaults', 'server.yaml'], [file('server.yaml')], ({ out }) => out)
  const lamp = (...command: readonly string[]) =>
    tryOut(
      root,
      [...command, '--profile', 'onap'],
      [file('base_lamp.yaml'), file('base_lamp.env')],
      ({ out, err }) => ({ out, err }),
    )
  const street = (...command: readonly string[]) =>
    tryOut(root, [...command, '--profile', 'sdc', 'street'], [file('street')], ({ out, err }) => ({
      out,
      err,
    }))
  const updated = (...options: readonly string[]) =>
    tryOut(
      root,
      ['diff', 'live.yaml', 'new.yaml', ...options],
      [file('live.yaml'), file('new.yaml')],
      ({ out }) => out,
    )
  const felt = tryOut(
    root,
    ['nativize', 'disk.yaml', '--fail-on', 'replace'],
    [file('disk.yaml')],
    ({ err }) => err,
  )
  const blueprint = tryOut(
    root,
    ['migrate', 'php-shop.yaml', '--write'],
    [file('php-shop.yaml')],
    ({ text, err }) => ({
      template: text('php-shop.yaml'),
      nested: text('php-shop-web.yaml'),
      environment: text('php-shop.env'),
      err,
    }),
  )
  const zooFiles = ['zoo.yaml', 'zoo.env', 'puppet.yaml', 'docker.yaml'].map((name) => file(`zoo/${name}`))
  const zoo = (...command: readonly string[]) =>
    tryOut(root, ['capabilities', ...command], zooFiles, ({ out, err }) => ({ out, err }))
  return {
    'zoo.env': fenced('yaml', source('zoo/zoo.env')),
    'zoo-docker.yaml': fenced('yaml', source('zoo/docker.yaml')),
    'zoo.list': fenced('text', zoo('list', '-e', 'zoo.env').out),
    'zoo.find': fenced('text', zoo('find', '-c', 'resource_type=OS::Zoo::Keeper').out),
    'zoo.diff': fenced('diff', zoo('resolve', '-e', 'zoo.env', '--require', 'deployment=docker').out),
    'zoo.open': fenced('text', zoo('resolve', '-e', 'zoo.env').err),
    'zoo.parameters': fenced(
      'text',
      zoo('parameters', '-e', 'zoo.env', '--require', 'deployment=docker').out,
    ),
    'php-shop.blueprint': fenced('yaml', source('php-shop.yaml')),
    'php-shop.yaml': fenced('yaml', blueprint.template),
    'php-shop-web.yaml': fenced('yaml', blueprint.nested),
    'php-shop.env': fenced('yaml', blueprint.environment),
    'php-shop.summary': fenced('text', blueprint.err),
    'web-server.json': fenced('json', source('web-server.json')),
    'web-server.yaml': fenced('yaml', written('web-server.json', 'web-server.yaml')),
    'web-server.native.yaml': fenced('yaml', native.template),
    'web-server.native.summary': fenced('text', native.err),
    'live.yaml': fenced('yaml', source('live.yaml')),
    'new.yaml': fenced('yaml', source('new.yaml')),
    'impact.text': fenced('text', updated()),
    'impact.markdown': fenced('markdown', updated('--format', 'markdown')),
    'impact.run': fenced('text', felt),
    'web-server.impact': fenced('text', nativeImpact(root, native.template)),
    'volume.diff': fenced('diff', volume.out),
    'volume.summary': fenced('text', volume.err),
    'server.diff': fenced('diff', server.out),
    'moved.diff': fenced('diff', moved),
    'faulty.yaml': fenced('yaml', source('faulty.yaml')),
    'faulty.summary': fenced('text', checked('faulty.yaml')),
    'lamp.yaml': fenced('yaml', source('base_lamp.yaml')),
    'lamp.env': fenced('yaml', source('base_lamp.env')),
    'lamp.check': fenced('text', lamp('check').out),
    'lamp.repairs': fenced('text', lamp('check', '--repairs').out.split('\n\n').slice(1).join('\n\n')),
    'lamp.diff': fenced('diff', lamp('remediate').out),
    'street.yaml': fenced('yaml', source('street/base_street.yaml')),
    'street.env': fenced('yaml', source('street/base_street.env')),
    'street_lamp.yaml': fenced('yaml', source('street/street_lamp.yaml')),
    'street.check': fenced('text', street('check').out),
    'street.diff': fenced('diff', street('remediate').out),
    'street.left': fenced('text', street('remediate').err),
    'blocked.yaml': fenced('yaml', source('blocked.yaml')),
    'blocked.summary': fenced('text', dryRun('blocked.yaml').err),
    'blocked.partial': fenced(
      'diff',
      dryRun('blocked.yaml', '--partial', '--accept', 'availability-zones').out,
    ),
    'blocked.json': fenced('json', dryRun('blocked.yaml', '--format', 'json').out),
  }
}

/** What an update from the first page's template to its native form does. */
function nativeImpact(root: string, template: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-docs-'))
  try {
    const path = join(folder, 'web-server.yaml')
    writeFileSync(path, template)
    const both = [join(root, 'docs/examples/web-server.json'), path]
    return tryOut(root, ['diff', 'web-server.json', 'web-server.yaml'], both, ({ out }) => out)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
