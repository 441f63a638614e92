/** Findings about transforms that users write. */
import type { Explanations } from './explanation.ts'

const page = 'docs/library.md'
const command = 'run -t ./mine.mjs disk.yaml'

const template = `heat_template_version: 2018-08-31
# the database's
resources: {disk: {type: OS::Cinder::Volume, properties: {size: 1}}}
`

/** A transform with this body of `run`. */
const transform = (body: string, imports = 'templateTransform') => ({
  'mine.mjs': `import { ${imports} } from 'hotshift'

export default templateTransform({
  title: 'Do something',
  run(template, context) {
    ${body}
  },
})
`,
  'disk.yaml': template,
})

const settled = transform('return template')

const named = (path: string) => ({
  command: `run -t ${path} disk.yaml`,
  before: { 'disk.yaml': template },
  after: { ...settled, [path.replace('./', '')]: settled['mine.mjs'] },
})

export const ownTransforms = {
  'transform-not-found': {
    why: 'The path after -t names no file, and no transform of hotshift has this id.',
    page,
    example: named('./tidy.mjs'),
  },
  'transform-not-loaded': {
    why: 'Node cannot load the file, because of its syntax or of an import.',
    page,
    example: {
      command,
      before: { ...settled, 'mine.mjs': 'export default {{\n' },
      after: settled,
    },
  },
  'typescript-not-read': {
    why: 'Node reads TypeScript from 22.18 on. Older versions need esbuild to translate the file.',
    page,
  },
  'no-transform': {
    why: 'The default export of the file was not made by templateTransform or packageTransform.',
    page,
    example: {
      command,
      before: { ...settled, 'mine.mjs': 'export default 3\n' },
      after: settled,
    },
  },
  'transform-failed': {
    why: 'The transform threw an error. The file is left unchanged, and the run continues with the others.',
    page,
    example: { command, before: transform('return missing.thing'), after: settled },
  },
  'not-settled': {
    why: 'A transform must recognise its own result. One that changes it again is wrong about when it has something to do.',
    page,
    example: {
      command,
      before: transform(
        'return withRoot(template, withEntries(template.root, [...template.root.entries].reverse()))',
        'templateTransform, withEntries, withRoot',
      ),
      after: settled,
    },
  },
  'comment-lost': {
    why: 'What the comment explained is no longer there, such as a mapping whose values were written out, or a new node does not have the comments of the node that it replaces.',
    page,
    example: {
      command,
      before: transform(
        `const [version, resources] = template.root.entries
    return withRoot(template, withEntries(template.root, [version, entry('resources', resources.value)]))`,
        'entry, templateTransform, withEntries, withRoot',
      ),
      after: settled,
    },
  },
  'own-error': {
    why: 'The transform found something that it must not decide. The file is left unchanged.',
    page,
    example: {
      command,
      before: transform(`context.report('own-error', template.root, 'ask the owner of the disk')
    return template`),
      after: settled,
    },
  },
  'own-warning': {
    why: 'The transform found something that you should look at.',
    page,
    example: {
      command,
      before: transform(`context.report('own-warning', template.root, 'the disk is small')
    return template`),
      after: settled,
    },
  },
  'own-info': {
    why: 'The transform has something to say about the file.',
    page,
    example: {
      command,
      before: transform(`context.report('own-info', template.root, 'one disk')
    return template`),
      after: settled,
    },
  },
} as const satisfies Explanations
