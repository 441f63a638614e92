import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { join as joinPosix, relative } from 'node:path/posix'
import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import type { Safety, TemplateTransform } from '../../src/engine/authoring/transform.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import { fenced, generatedNotice, prose, table } from './markdown.ts'

const meaning: Readonly<Record<Safety, string>> = {
  exact: 'never changes what is deployed',
  review: 'may change what is deployed, and a finding says where',
  lossy: 'changes what is deployed, and only when it is asked to',
}

/** The list of transforms and one page for each, by path. */
export function transformPages(root: string): ReadonlyMap<string, string> {
  const all = [...transforms.values(), ...packageTransforms.values()]
  const pages = all.map((transform) => [pagePath(transform.id), page(root, transform)] as const)
  return new Map([['docs/reference/transforms.md', list(all)], ...pages])
}

function pagePath(id: string): string {
  return `docs/reference/transforms/${id}.md`
}

function list(all: readonly (TemplateTransform | Transform)[]): string {
  const rows = all.map(({ id, safety, title }) => [`[${id}](transforms/${id}.md)`, safety, prose(title)])
  const safeties = Object.entries(meaning).map(([name, what]) => `- **${name}** ${what}.\n`)
  return [
    `${generatedNotice}# Transforms\n`,
    'In the order in which `hotshift migrate` and other commands run them. Each can be run alone, or with others, by\n`hotshift run -t <transform>`, except those of the families `env` and `onap`: they take the files of a\npackage together, and belong to `hotshift extract-defaults` and `hotshift remediate`.\n',
    table(['transform', 'safety', 'what it does'], rows),
    `Safety says what a transform may do to the stack that Heat builds:\n\n${safeties.join('')}`,
  ].join('\n')
}

function page(root: string, transform: TemplateTransform | Transform): string {
  const { id, title, description, safety, references } = transform
  return [
    `${generatedNotice}# ${id}\n`,
    `**${prose(title)}.** ${prose(description)}\n`,
    `- Safety: **${safety}**, ${meaning[safety]}\n${references.map((one) => `- Rule: ${prose(one)}\n`).join('')}`,
    fenced('sh', `hotshift ${commandOf(id)} templates`),
    ...readme(root, transform),
  ].join('\n')
}

/** What runs a transform of several files together with those that it needs; all others run alone. */
function commandOf(id: string): string {
  if (id === 'blueprint/to-hot') return 'migrate'
  if (id === 'env/resolve-capabilities') return 'capabilities resolve -e zoo.env'
  if (id === 'env/annotate-capabilities') return 'capabilities annotate'
  if (!packageTransforms.has(id)) return `run -t ${id}`
  return id.startsWith('onap/') ? 'remediate --profile onap' : 'extract-defaults'
}

/** The transform's own README, without its heading. */
function readme(root: string, { id }: Pick<TemplateTransform, 'id'>): readonly string[] {
  const file = join(root, 'transforms', id, 'README.md')
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8').replace(/^# .*\n+/, '')
  return [rebased(text, joinPosix('transforms', id), dirname(pagePath(id)))]
}

/** Relative links, from another folder. */
function rebased(text: string, from: string, to: string): string {
  return text.replace(/\]\((?![a-z]+:|#|\/)([^)\s]+)\)/g, (_, link: string) => {
    return `](${relative(to, joinPosix(from, link))})`
  })
}
