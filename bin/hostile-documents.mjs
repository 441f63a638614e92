// Documents of hotshift's own that were made to take for ever, or all memory, with the commands that take them.

const OLD = 'heat_template_version: 2016-10-14\nresources: {r: {type: OS::Heat::None}}\n'

/** @type {(count: number, make: (index: number) => string) => string} */
const joined = (count, make) => Array.from({ length: count }, (_, index) => make(index)).join(',')

/** @type {(findings: string) => string} */
const reportOf = (findings) =>
  `{"$schema": "urn:hotshift:report:1", "version": "1", "command": "check", "options": {}, "mode": "checked", "exitCode": 0, "files": [{"path": "a.yaml", "kind": "hot", "status": "unchanged", "proof": "none", "transforms": [], "findings": [${findings}]}], "totals": {}}`

const FINDING =
  '{"code": "duplicate-key", "severity": "warning", "message": "m", "path": "a.yaml", "line": 1, "column": 1}'

const BOMB = `a0: &a0 [x]\n${Array.from({ length: 10 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(10)}]\n`).join('')}`

/** Two templates whose outputs have to be compared. @type {(before: string, after: string) => Readonly<Record<string, string>>} */
const pair = (before, after) => {
  const around = `heat_template_version: 2021-04-16\nparameters: {s: {type: string}, p: {type: string}, l: {type: comma_delimited_list}, j: {type: json}}\nconditions: {${joined(12, (n) => `c${n}: {equals: [{get_param: s}, v${n}]}`)}}\noutputs:\n  o:\n    value: `
  return { 'a.yaml': `${around}${before}\n`, 'b.yaml': `${around}${after}\n` }
}

/** Strings that are not known. @type {(count: number) => string} */
const unknown = (count) => joined(count, (n) => `{list_join: ['', [{get_param: s}, x${n}]]}`)

/** Each the name of a shape, before and after. @type {Readonly<Record<string, readonly [string, string]>>} */
const PAIRS = {
  'a filter of 2,000 strings by 2,000': [
    `{filter: [[${unknown(2000)}], [${unknown(2000)}, a]]}`,
    `{filter: [[${unknown(2000)}], [${unknown(2000)}, b]]}`,
  ],
  '20,000 constants, each once': [
    `{list_concat_unique: [[${joined(20_000, (n) => `v${n % 9000}`)}], {get_param: l}]}`,
    `{list_concat_unique: [[${joined(20_000, (n) => `v${n % 8000}`)}], {get_param: l}]}`,
  ],
  'one of 3,000 strings': [
    `{contains: [{get_param: p}, [${unknown(3000)}]]}`,
    `{contains: [{get_param: p}, [${unknown(3000)}, a]]}`,
  ],
  'a list of 300 items under 12 conditions': [
    `{list_concat: [${joined(300, (n) => `{if: [c${n % 12}, {get_param: l}, [a]]}`)}]}`,
    `{list_concat: [${joined(300, (n) => `{if: [c${(n + 1) % 12}, {get_param: l}, [a]]}`)}]}`,
  ],
  'six loops of 50 rounds': [
    `{repeat: {template: '%a%b%c%d%e%f', for_each: {${joined(6, (n) => `'%${'abcdef'[n]}': [${joined(50, (m) => `v${m}`)}]`)}, '%g': {get_param: l}}}}`,
    `{repeat: {template: '%a%b%c%d%e', for_each: {${joined(6, (n) => `'%${'abcdef'[n]}': [${joined(50, (m) => `v${m}`)}]`)}, '%g': {get_param: l}}}}`,
  ],
  'a loop in 60 loops': [
    `${"{repeat: {template: x%a, for_each: {'%a': ".repeat(60)}{get_param: l}${'}}}'.repeat(60)}`,
    `${"{repeat: {template: y%a, for_each: {'%a': ".repeat(60)}{get_param: l}${'}}}'.repeat(60)}`,
  ],
  'a map of 3,000 entries by 3,000': [
    `{map_replace: [{${joined(3000, (n) => `k${n}: {get_param: s}`)}}, {values: {${joined(3000, (n) => `v${n}: w`)}}}]}`,
    `{map_replace: [{${joined(3000, (n) => `k${n}: {get_param: s}`)}}, {values: {${joined(3000, (n) => `v${n}: x`)}}}]}`,
  ],
  'an expression that multiplies lists': [
    `{yaql: {expression: '$.data${'.select([1,2,3,4,5,6,7,8,9]'.repeat(8)}${')'.repeat(8)}', data: [1, 2, 3]}}`,
    `{yaql: {expression: '$.data${'.select([1,2,3,4,5,6,7,8]'.repeat(8)}${')'.repeat(8)}', data: [1, 2, 3]}}`,
  ],
  'a list that doubles in each of 18 lets': [
    `{yaql: {expression: 'let(x => [a,b]) -> ${'let(x => [$x,$x]) -> '.repeat(18)} $x', data: 1}}`,
    `{yaql: {expression: 'let(x => [a,c]) -> ${'let(x => [$x,$x]) -> '.repeat(18)} $x', data: 1}}`,
  ],
  '5,000 maps of one entry': [
    `{map_merge: [${joined(5000, (n) => `{k${n}: {get_param: s}}`)}]}`,
    `{map_merge: [${joined(5000, (n) => `{k${n}: {get_param: p}}`)}]}`,
  ],
  'a string of 5,000 parts': [
    `{str_split: [',', {list_join: [',', [${unknown(5000)}]]}]}`,
    `{str_split: [',', {list_join: [',', [${unknown(5000)}, a]]}]}`,
  ],
  'two lists of 3,000 items': [
    `{if: [{equals: [[${unknown(3000)}], [${joined(3000, (n) => `v${n}`)}]]}, a, b]}`,
    `{if: [{equals: [[${unknown(3000)}], [${joined(3000, (n) => `w${n}`)}]]}, a, b]}`,
  ],
}

/** @type {Readonly<Record<string, { lines: readonly string[], files: () => Readonly<Record<string, string>> }>>} */
export const HOSTILE_DOCUMENTS = {
  'a plan of 100,000 brackets': {
    lines: ['show p.json', 'apply p.json', 'review p.json'],
    files: () => ({ 'p.json': `{"files": ${'['.repeat(100_000)}${']'.repeat(100_000)}}` }),
  },
  'a plan of 50,000 files that are nothing': {
    lines: ['show p.json', 'apply p.json'],
    files: () => ({
      'p.json': `{"$schema": "urn:hotshift:plan:1", "files": [${joined(50_000, (n) => `{"path": "${n}"}`)}]}`,
    }),
  },
  'decisions of 100,000 brackets': {
    lines: ['upgrade --to rocky --plan p.json', 'apply p.json --decisions d.json'],
    files: () => ({ 'a.yaml': OLD, 'd.json': `{"files": ${'['.repeat(100_000)}${']'.repeat(100_000)}}` }),
  },
  'a baseline of 50,000 findings': {
    lines: ['check a.yaml --baseline b.json', 'check a.yaml --baseline b.json --update-baseline'],
    files: () => ({
      'a.yaml': OLD,
      'b.json': `{\n"hotshiftBaseline": 1,\n"findings": [\n${joined(50_000, (n) => `{"path": "${n}", "code": "c", "message": "m", "count": 1}`)}]}`,
    }),
  },
  'a plan of one file with 60,000 findings, on one line': {
    lines: ['show p.json', 'show p.json --format html', 'show p.json --format markdown', 'apply p.json'],
    files: () => ({
      'a.yaml': OLD,
      'p.json': `{\n"$schema": "urn:hotshift:plan:1",\n"version": "0.1.0", "command": "check", "arguments": [], "options": {},\n"files": [\n{"path": "a.yaml", "kind": "hot", "proof": "none", "transforms": [], "findings": [${joined(60_000, (n) => FINDING.replace('"m"', `"m${n}"`))}], "status": "blocked", "reason": "m"}\n],\n"totals": {"changed":0,"unchanged":0,"skipped":0,"blocked":1,"failed":0}\n}\n`,
    }),
  },
  'candidates of a type, 3,000 of them': {
    lines: [
      'capabilities list -e e.env',
      'capabilities find -c a1=b',
      'capabilities parameters -e e.env',
      'capabilities resolve -e e.env --require a1=b',
      'check',
    ],
    files: () => ({
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, n) => [
          `t${n}.yaml`,
          `heat_template_version: 2018-08-31\ncapabilities: {a${n}: [${joined(20, (m) => `v${n}${m}`)}]}\nparameters: {p: {type: string}}\n`,
        ]),
      ),
      'e.env': `resource_registry:\n${Array.from({ length: 10 }, (_, n) => `  T${n}: [${joined(300, (m) => `t${m}.yaml`)}]\n`).join('')}`,
    }),
  },
  'names that stand for one another, 2,000 lists and 10,000 names in a row': {
    lines: [
      'capabilities list -e e.env',
      'capabilities resolve -e e.env',
      'check',
      'extract-defaults',
      'verify u.yaml v.yaml --env-before f.env --env f.env',
    ],
    files: () => ({
      't.yaml': 'heat_template_version: 2018-08-31\ncapabilities: {a: b}\n',
      'u.yaml': 'heat_template_version: 2018-08-31\nresources: {r: {type: N0}}\n',
      'v.yaml': 'heat_template_version: 2018-08-31\nresources: {r: {type: N1}}\n',
      'e.env': `resource_registry:\n${Array.from({ length: 2000 }, (_, n) => `  T${n}: [T${n + 1}, t.yaml]\n`).join('')}${Array.from({ length: 10_000 }, (_, n) => `  N${n}: N${n + 1}\n`).join('')}  N10000: t.yaml\n`,
      'f.env': `resource_registry:\n${Array.from({ length: 10_000 }, (_, n) => `  N${n}: N${n + 1}\n`).join('')}  N10000: t.yaml\n`,
    }),
  },
  'a configuration whose aliases multiply': {
    lines: ['config --config c.yaml', 'check a.yaml --config c.yaml'],
    files: () => ({ 'a.yaml': OLD, 'c.yaml': BOMB }),
  },
  'a configuration with 2,000 patterns that backtrack': {
    lines: ['check a.yaml --config c.yaml', 'upgrade --to latest a.yaml --config c.yaml'],
    files: () => ({
      'a.yaml': OLD,
      'c.yaml': `overrides:\n${Array.from({ length: 2000 }, (_, n) => `  - files: ['${'*a'.repeat(12)}${n}']\n    partial: true\n`).join('')}`,
    }),
  },
  'a report of 20,000 findings': {
    lines: ['merge r.json', 'merge r.json --format sarif', 'merge r.json --format markdown'],
    files: () => ({ 'r.json': reportOf(joined(20_000, () => FINDING)) }),
  },
  'a list of 20,000 files that are not there': {
    lines: ['check --files-from l.txt', 'remediate --profile onap --files-from l.txt'],
    files: () => ({
      'a.yaml': OLD,
      'l.txt': Array.from({ length: 20_000 }, (_, n) => `x/${n}.yaml\n`).join(''),
    }),
  },
  'an ignore file of 5,000 patterns that backtrack': {
    lines: ['check', 'upgrade --to latest'],
    files: () => ({
      'a.yaml': OLD,
      [`${'a'.repeat(100)}.yaml`]: OLD,
      '.hotshiftignore': Array.from({ length: 5000 }, (_, n) => `${'*a'.repeat(20)}${n}\n`).join(''),
    }),
  },
  'names to rename, 20,000 of them': {
    lines: ['rename a.yaml --rename-file n.txt'],
    files: () => ({
      'a.yaml': OLD,
      'n.txt': Array.from({ length: 20_000 }, (_, n) => `a${n}=b${n}\n`).join(''),
    }),
  },
  'parameters of a live stack whose brackets are 100,000': {
    lines: ['diff a.yaml a.yaml --parameters p.json'],
    files: () => ({ 'a.yaml': OLD, 'p.json': `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}` }),
  },
  ...Object.fromEntries(
    Object.entries(PAIRS).map(([name, [before, after]]) => [
      `the proof: ${name}`,
      { lines: ['verify a.yaml b.yaml', 'verify b.yaml a.yaml'], files: () => pair(before, after) },
    ]),
  ),
}
