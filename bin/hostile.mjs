// What hostile inputs cost: npm run hostile -- [--only word]. Small files that somebody made to take for ever, each
// through every command, with seconds of the processor and peak memory. Exit code 1 when one takes more than the bounds.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const HOTSHIFT = join(import.meta.dirname, 'hotshift.cjs')
const BOUNDS = { seconds: 2, megabytes: 500 }
/** By the clock, which a busy machine makes run. */
const GIVE_UP_MS = 30_000

const HOT = 'heat_template_version: 2018-08-31\n'
const CFN = "HeatTemplateFormatVersion: '2012-12-12'\n"

/** @type {(count: number, make: (index: number) => string) => string} */
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join('')

/** @type {(levels: number, width: number) => string} */
const bomb = (levels, width) =>
  `x0: &x0 {a: 1}\n${times(levels, (n) => `x${n + 1}: &x${n + 1} [${Array.from({ length: width }, () => `*x${n}`).join(', ')}]\n`)}`

/** @type {(text: string) => string} */
const indented = (text) => text.replace(/^(?=.)/gm, '  ')

/** Files by name; a name that ends in `|` is a pipe that nobody writes to. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const INPUTS = {
  'nothing special': { 'a.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n` },
  'alias bomb, 10 levels, in a default': {
    'a.yaml': `${HOT}parameters:\n  p:\n    type: json\n    default:\n${indented(indented(indented(bomb(10, 10))))}`,
  },
  'alias bomb, 10 levels, in properties': {
    'a.yaml': `${HOT}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n${indented(indented(indented(indented(bomb(10, 10)))))}`,
  },
  'alias bomb, 10 levels, CloudFormation': {
    'a.yaml': `${CFN}Resources:\n  r:\n    Type: OS::Heat::Value\n    Properties:\n      value:\n${indented(indented(indented(indented(bomb(10, 10)))))}`,
  },
  'alias bomb of functions, 10 levels': {
    'a.yaml': `${HOT}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n        x0: &x0 {get_param: OS::stack_name}\n${times(10, (n) => `        x${n + 1}: &x${n + 1} {list_join: ['', [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}]]}\n`)}`,
  },
  'merge keys, 10 levels': {
    'a.yaml': `${HOT}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      x0: &x0 {a: 1}\n${times(10, (n) => `      x${n + 1}: &x${n + 1} {<<: [${Array.from({ length: 10 }, () => `*x${n}`).join(', ')}], b${n}: 1}\n`)}`,
  },
  'nested templates, 10 calls on each of 8 levels': Object.fromEntries(
    Array.from({ length: 8 }, (_, level) => [
      `l${level}.yaml`,
      `${HOT}parameters: {p: {type: string, default: x}}\nresources:\n${times(10, (n) => `  r${n}: {type: ${level === 7 ? 'OS::Heat::None' : `l${level + 1}.yaml`}${n % 2 === 0 || level === 7 ? '' : ', properties: {p: {get_param: p}}'}}\n`)}`,
    ]),
  ),
  '2,000 parameters': parametersOf(2000),
  '5,000 parameters': parametersOf(5000),
  '5,000 parameters, CloudFormation': {
    'a.yaml': `${CFN}Parameters:\n${times(5000, (n) => `  parameter_${n}: {Type: String, Default: v}\n`)}Resources:\n${times(5000, (n) => `  r${n}: {Type: OS::Heat::Value, Properties: {value: {Ref: parameter_${n}}}}\n`)}`,
  },
  '4,000 unresolved references': {
    'a.yaml': `${HOT}parameters:\n${times(2000, (n) => `  known_name_${n}: {type: string}\n`)}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n${times(4000, (n) => `        - {get_param: unknown_name_${n}}\n`)}`,
  },
  '4,000 unknown types and properties': {
    'a.yaml': `${HOT}resources:\n${times(2000, (n) => `  r${n}: {type: OS::Nova::Servr${n}}\n  s${n}: {type: OS::Nova::Server, properties: {flavr${n}: x}}\n`)}`,
  },
  '3,000 resources in a chain': {
    'a.yaml': `${HOT}resources:\n${times(3000, (n) => `  r${n}: {type: OS::Heat::Value, properties: {value: ${n === 0 ? 1 : `{get_attr: [r${n - 1}, value]}`}}}\n`)}`,
  },
  '3,000 conditions in a chain': {
    'a.yaml': `${HOT}conditions:\n${times(3000, (n) => `  c${n}: ${n === 0 ? '{equals: [a, b]}' : `{not: c${n - 1}}`}\n`)}resources: {r: {type: OS::Heat::None, condition: c2999}}\n`,
  },
  'an ignore file that is a pipe': {
    '.gitignore|': '',
    'a.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n`,
  },
  'a template that is a pipe': { 'a.yaml|': '', 'b.yaml': `${HOT}resources: {r: {type: OS::Heat::None}}\n` },
  '10,000 brackets': { 'a.yaml': `${HOT}resources: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n` },
  '200,000 characters in one line': { 'a.yaml': `${HOT}description: ${'a$b{c}'.repeat(33_333)}\n` },
  '2,000 placeholders in one text': {
    'a.yaml': `${HOT}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n        str_replace:\n          template: ${times(2000, (n) => `$p${n}_ `)}\n          params:\n${times(2000, (n) => `            $p${n}_: v${n}\n`)}`,
  },
  '2,000 pieces in one Fn::Join': {
    'a.json': `{"HeatTemplateFormatVersion": "2012-12-12", "Parameters": {"P": {"Type": "String"}}, "Resources": {"R": {"Type": "OS::Heat::Value", "Properties": {"value": {"Fn::Join": ["", [${times(2000, (n) => `"text $ ${n}\\n", {"Ref": "P"}, `)}""]]}}}}}\n`,
  },
  'a group of a thousand million': {
    'a.yaml': `${HOT}resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {count: 1000000000, resource_def: {type: OS::Heat::None}}}\noutputs: {o: {value: {get_attr: [g, refs]}}}\n`,
  },
  'a loop over 50 x 50 x 50 x 50 items': {
    'a.yaml': `${HOT}resources:\n  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n        repeat:\n          template: [a, b, c, d]\n          for_each:\n${['a', 'b', 'c', 'd'].map((name) => `            ${name}: [${times(50, (n) => `${n}, `)}]\n`).join('')}`,
  },
  'a pattern that backtracks': {
    'a.yaml': `${HOT}parameters:\n  p: {type: string, default: ${'a'.repeat(40)}!, constraints: [{allowed_pattern: '^(a+)+$'}]}\n`,
  },
  '2,000 comments': {
    'a.yaml': `${CFN}${times(2000, (n) => `# ${n}\n\n`)}Parameters:\n${times(2000, (n) => `  # of ${n}\n  P${n}: {Type: String} # behind\n`)}`,
  },
  '3,000 keys of one name': { 'a.yaml': `${HOT}parameters:\n${times(3000, () => '  p: {type: string}\n')}` },
  '500 files that name one another': Object.fromEntries(
    Array.from({ length: 500 }, (_, n) => [
      `t${n}.yaml`,
      `${HOT}parameters: {p: {type: string, default: x}}\nresources: {r: {type: t${(n + 1) % 500}.yaml}, s: {type: t${(n * 7) % 500}.yaml}}\n`,
    ]),
  ),
}

/** @type {(count: number) => Record<string, string>} */
function parametersOf(count) {
  return {
    'a.yaml': `heat_template_version: 2013-05-23\nparameters:\n${times(count, (n) => `  parameter_${n}: {type: string, default: value}\n`)}resources:\n${times(count, (n) => `  resource_${n}: {type: OS::Heat::Value, properties: {value: {get_param: parameter_${n}}}}\n`)}`,
    'a.env': `parameters:\n${times(count, (n) => `  parameter_${n}: other\n`)}`,
  }
}

/** @type {readonly (readonly string[])[]} */
const COMMANDS = [
  ['migrate'],
  ['upgrade', '--to', 'latest'],
  ['extract-defaults'],
  ['check'],
  ['check', '--profile', 'onap'],
  ['remediate', '--profile', 'onap', '--lossy'],
  ['verify'],
]

/** @type {(args: readonly string[], cwd: string) => { seconds: number, megabytes: number, code: number | string }} */
function measure(args, cwd) {
  const report =
    'process.on("exit", () => { const used = process.resourceUsage(); process.stderr.write(`\\nused ${used.maxRSS} ${used.userCPUTime + used.systemCPUTime}\\n`) })'
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(report)}`, HOTSHIFT, ...args],
    { cwd, encoding: 'utf8', timeout: GIVE_UP_MS, killSignal: 'SIGKILL', maxBuffer: 1 << 28 },
  )
  const [, kilobytes, microseconds] = /used (\d+) (\d+)\n/.exec(stderr) ?? []
  return {
    seconds: Number(microseconds) / 1_000_000,
    megabytes: Math.round(Number(kilobytes) / 1024),
    code: status ?? signal ?? 'none',
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
let beyond = 0
process.stdout.write('input | command | seconds | MB | exit code\n--- | --- | ---: | ---: | ---\n')
for (const [name, files] of Object.entries(INPUTS)) {
  if (values.only !== undefined && !name.includes(values.only)) continue
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-hostile-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path.endsWith('|')) execFileSync('mkfifo', [join(folder, path.slice(0, -1))])
    else writeFileSync(join(folder, path), text)
  }
  const first = Object.keys(files).find((path) => /\.(?:yaml|json)$/.test(path)) ?? ''
  for (const command of COMMANDS) {
    const line = command[0] === 'verify' ? ['verify', first, first] : [...command, '--quiet']
    const { seconds, megabytes, code } = measure(line, folder)
    const isBeyond = !(seconds <= BOUNDS.seconds && megabytes <= BOUNDS.megabytes)
    if (isBeyond) beyond += 1
    process.stdout.write(
      `${name} | ${command.join(' ')} | ${seconds.toFixed(1)}${isBeyond ? ' (!)' : ''} | ${megabytes} | ${code}\n`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${beyond} beyond ${BOUNDS.seconds} s or ${BOUNDS.megabytes} MB\n`)
process.exitCode = beyond === 0 ? 0 : 1
