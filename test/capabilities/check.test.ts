import { createChecker } from '../../src/engine/check.ts'

const template = (tool: string) => `heat_template_version: 2018-08-31\ncapabilities: {deployment: ${tool}}\n`

/** What check finds in one of some files: `line code: message`. */
function found(files: Readonly<Record<string, string>>, path: string): readonly string[] {
  const readFile = (named: string) => (files[named] === undefined ? undefined : Buffer.from(files[named]))
  const { findings } = createChecker({ readFile }).run({ path, bytes: Buffer.from(files[path] ?? '') })
  return findings.map(({ code, line, message }) => `${line} ${code}: ${message}`)
}

const refused = (line: number, what: string) => `${line} capability-section: Heat refuses ${what}`

it.each([
  [template('puppet'), [refused(2, 'the section capabilities of a template')]],
  [
    'heat_template_version: 2018-08-31\ncapabilities:\n  deployment: 3\n  3: puppet\n  both: [a, {b: c}]\n  fine: [a, b]\n',
    [
      refused(2, 'the section capabilities of a template'),
      '3 capability-syntax: capabilities are a mapping of strings, or lists of strings',
      '4 capability-syntax: capabilities are a mapping of strings, or lists of strings',
      '5 capability-syntax: capabilities are a mapping of strings, or lists of strings',
    ],
  ],
  [
    'heat_template_version: 2018-08-31\ncapabilities: puppet\n',
    [
      refused(2, 'the section capabilities of a template'),
      '2 capability-syntax: capabilities are a mapping of strings, or lists of strings',
    ],
  ],
])('a template: %j', (text, expected) => {
  expect(found({ 'a.yaml': `${text}resources: {}\n` }, 'a.yaml')).toEqual(expected)
})

it.each([
  ['resource_registry: {A: a.yaml}\n', []],
  ['parameter_defaults: {requires: [a]}\n', []],
  [
    'requires: {deployment: docker}\nresource_registry: {A: [a.yaml, b.yaml]}\n',
    [refused(1, 'the section requires of an environment'), refused(2, 'several templates for A')],
  ],
  [
    'requires: {deployment: kolla}\nresource_registry:\n  A: [a.yaml, b.yaml]\n',
    [
      refused(1, 'the section requires of an environment'),
      refused(3, 'several templates for A'),
      '3 capability-none-fits: A: none of the candidates fits: "a.yaml" offers deployment: puppet, required is kolla; "b.yaml" offers deployment: docker, required is kolla',
    ],
  ],
  [
    'resource_registry:\n  A: [a.yaml, b.yaml]\n',
    [
      refused(2, 'several templates for A'),
      '2 capability-several-fit: A: several candidates fit: "a.yaml" (deployment: puppet), "b.yaml" (deployment: docker); require one of deployment',
    ],
  ],
  [
    'requires: {colour: red}\nresource_registry:\n  A: [a.yaml, gone.yaml]\n  B: a.yaml\n',
    [
      refused(1, 'the section requires of an environment'),
      '1 capability-unknown-key: no template declares the capability "colour"',
      refused(3, 'several templates for A'),
      '3 capability-missing-candidate: A: there is no template "gone.yaml" in this run',
    ],
  ],
  [
    'requires: {deployment: docker}\nresource_registry: {B: a.yaml}\n',
    [
      refused(1, 'the section requires of an environment'),
      '2 capability-contradicted: B: "a.yaml" offers deployment: puppet, required is docker',
    ],
  ],
])('an environment: %j', (text, expected) => {
  const files = { 'zoo.env': text, 'a.yaml': template('puppet'), 'b.yaml': template('docker') }
  expect(found(files, 'zoo.env')).toEqual(expected)
})
