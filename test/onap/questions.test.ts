/** What a person has to decide: asked, answered, and repaired in one run. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const parameters = (names: readonly string[], type = 'string') =>
  names.map((name) => `  ${name}: {type: ${type}, description: the ${name}}\n`).join('')

/** Two modules, none of which is the base, that call nested files with names of their own. */
function kilns() {
  const module = (word: string) => `heat_template_version: 2018-03-02
description: The ${word}
parameters:
${parameters([`${word}_image`, `${word}_flavor`, 'gas_net'])}${parameters([`${word}_titles`, `${word}_gas_places`], 'comma_delimited_list')}
resources:
  ${word}_one:
    type: one-${word}.yaml
    properties:
      title: {get_param: [${word}_titles, 0]}
      image: {get_param: ${word}_image}
      flavor: {get_param: ${word}_flavor}
      gas_net: {get_param: gas_net}
      place: {get_param: [${word}_gas_places, 0]}
`
  const nested = (word: string) => `heat_template_version: 2018-03-02
description: One ${word}
parameters:
${parameters(['title', 'image', 'flavor', 'gas_net', 'place'])}
resources:
  ${word}_gas_port:
    type: OS::Neutron::Port
    properties:
      network: {get_param: gas_net}
      fixed_ips: [{ip_address: {get_param: place}}]
  ${word}:
    type: OS::Nova::Server
    properties:
      name: {get_param: title}
      image: {get_param: image}
      flavor: {get_param: flavor}
      networks: [{port: {get_resource: ${word}_gas_port}}]
`
  const environment = (word: string) =>
    `parameters: {${word}_titles: [a], ${word}_image: i, ${word}_flavor: f, gas_net: n, ${word}_gas_places: [10.0.0.4]}\n`
  return temporaryTree(
    Object.fromEntries(
      ['kiln', 'oven'].flatMap((word) => [
        [`p/hot-${word}.yaml`, module(word)],
        [`p/one-${word}.yaml`, nested(word)],
        [`p/hot-${word}.env`, environment(word)],
      ]),
    ),
  )
}

const command = ['remediate', '--profile', 'onap', '--lossy', 'p'] as const

it('asks, and repairs a package that was answered in one run; a second one changes nothing', async () => {
  const { root } = kilns()
  const file = join(root, 'questions.yaml')
  const asked = await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  expect(asked.stderr).toMatch(/^\d+ questions in questions\.yaml$/m)
  const questions = readFileSync(file, 'utf8')
  expect(questions).toContain('{file: "p/hot-oven.yaml", name: "base_hot_oven", changes: ')
  expect(questions).toContain('{name: "kiln_0_gas_port_0", changes: ')
  expect(questions).toContain('{name: "kiln_gas_ips", changes: ')
  expect(questions.match(/ {2}- question: /g)).toHaveLength(questions.match(/ {6}1: \{/g)?.length ?? 0)
  // Which module is the base nobody can know.
  expect(questions).toMatch(/no base module.*\n(?: .*\n)*? {4}answer:\n/)
  writeFileSync(file, questions.replace(/answer:$/m, 'answer: 2').replace(/answer:$/gm, 'answer: 1'))
  const answered = [...command, '--answers', 'questions.yaml', '--write']
  await inProcess(answered, root)
  const check = await inProcess(['check', '--profile', 'onap', 'p', '--format', 'json'], root)
  const { files } = JSON.parse(check.stdout)
  expect(files.map(({ path }: { path: string }) => path)).toContain('p/base_hot_oven.yaml')
  expect(files.flatMap(({ findings }: { findings: readonly { code: string }[] }) => findings)).toEqual([])
  const again = await inProcess(answered, root)
  expect(again.stderr).not.toMatch(/^changed/m)
  expect(again.stderr).toMatch(
    /^hotshift: \d+ answers changed nothing: what they are about is not there, or has changed already$/m,
  )
})

it('takes a name of your own, and waives what is to stay', async () => {
  const { root } = kilns()
  const file = join(root, 'questions.yaml')
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  const questions = readFileSync(file, 'utf8')
  const own = questions.replace(
    /(about: \{kind: resource, path: "p\/one-kiln\.yaml", name: "kiln_gas_port"\}(?:\n.*?)*?answer:).*/,
    '$1 kiln_0_flue_port_0',
  )
  writeFileSync(file, own.replace(/answer:$/m, 'answer: 3'))
  const { stdout } = await inProcess([...command, '--answers', 'questions.yaml'], root)
  expect(stdout).toContain('+  kiln_0_flue_port_0:')
  expect(stdout).not.toContain('no base module')
})

const silent = /^6 files in .*\n {2}unchanged {2}6\n {2}\d+ findings ignored/m

it('lets answers follow the files that a run renames: what is waived is left alone by the next run, too', async () => {
  const { root } = kilns()
  const file = join(root, 'questions.yaml')
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  const questions = readFileSync(file, 'utf8')
  // What the caller passes is waived in the caller.
  expect(questions).toContain(
    'waive: {"R-708564":["p/hot-kiln.yaml"],"R-54171":["p/one-kiln.yaml"]}, changes: "changes nothing; R-708564 is waived for hot-kiln.yaml, R-54171 is waived for one-kiln.yaml"',
  )
  const waived = questions.replace(
    /(about: \{kind: (?:parameter|resource), path: "p\/one-kiln\.yaml", name: "(?:title|kiln_gas_port)"\}(?:\n.*?)*?answer:).*/g,
    '$1 2',
  )
  writeFileSync(file, waived.replace(/answer:$/gm, 'answer: 1'))
  const answered = [...command, '--answers', 'questions.yaml', '--write']
  await inProcess(answered, root)
  const kept = ['  title: {type: string, description: the title}', '  kiln_gas_port:']
  for (const line of kept) expect(readFileSync(join(root, 'p/one_kiln.yaml'), 'utf8')).toContain(line)
  expect((await inProcess(answered, root)).stderr).toMatch(silent)
})

it('follows an answer that is given later, in a file that has another name by then', async () => {
  const { root } = kilns()
  const file = join(root, 'questions.yaml')
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  const questions = readFileSync(file, 'utf8').replace(/answer:.*/g, 'answer:')
  const answered = [...command, '--answers', 'questions.yaml', '--only', 'R-76057', '--write']
  const answers = [
    questions,
    questions.replace(/(path: "p\/one-oven\.yaml", name: "oven"\}(?:\n.*?)*?answer:)/, '$1 oven_server_7'),
  ]
  for (const text of answers) {
    writeFileSync(file, text)
    await inProcess(answered, root)
  }
  expect(readFileSync(join(root, 'p/one_oven.yaml'), 'utf8')).toContain('  oven_server_7:')
})

it('lets members move up, once', async () => {
  const disk = (name: string) => `  ${name}: {type: OS::Cinder::Volume, properties: {size: 1}}\n`
  const { root } = temporaryTree({
    'p/base_a.yaml': `heat_template_version: rocky
description: A
resources:
${disk('vault_volume_1')}${disk('vault_volume_2')}`,
    'p/base_a.env': 'parameters: {}\n',
    'answers.yaml': `questions:
  - {about: {kind: resource, path: p/base_a.yaml, name: vault_volume_2}, proposals: {}, answer: vault_volume_1}
  - {about: {kind: resource, path: p/base_a.yaml, name: vault_volume_1}, proposals: {}, answer: vault_volume_0}
`,
  })
  const answered = [...command, '--answers', 'answers.yaml', '--write']
  for (const _run of ['first', 'second']) {
    await inProcess(answered, root)
    const now = readFileSync(join(root, 'p/base_a.yaml'), 'utf8')
    expect(now).toContain(`resources:\n${disk('vault_volume_0')}${disk('vault_volume_1')}`)
  }
})

it.each([
  ['7', '"7" is no proposal'],
  ['true', '"true" is no proposal'],
])('refuses the answer %s', async (answer, message) => {
  const { root } = kilns()
  const file = join(root, 'questions.yaml')
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {4}answer:.*/m, `    answer: ${answer}`))
  const { status, stderr } = await inProcess([...command, '--answers', 'questions.yaml'], root)
  expect(status).toBe(64)
  expect(stderr).toContain(message)
})

it('lists in Markdown what there is to do, with both names and all requirements', async () => {
  const { root } = kilns()
  const { stdout } = await inProcess(['check', '--profile', 'onap', 'p', '--format', 'markdown'], root)
  expect(stdout).toContain(`<details>
<summary>parameter image → kiln_image_name (proposed): R-58670 (MUST), R-708564 (MUST NOT): by hand, 2 locations</summary>

| location | requirement | what | note |
`)
  expect(stdout).toContain('<summary>file hot-kiln → hot_kiln: R-87247 (MUST): 1 location</summary>')
  // No module is more of a base module than the other one.
  expect(stdout).toContain('<summary>R-37028 (MUST): by hand, 1 location</summary>')
})

it('says why a name is proposed that has another form than the requirement', async () => {
  const { root } = kilns()
  const helpsOf = async (path: string) => {
    const { stdout } = await inProcess(['check', '--profile', 'onap', path, '--format', 'json'], root)
    const { files } = JSON.parse(stdout)
    return files.flatMap(({ findings }: { findings: readonly { code: string; help?: string }[] }) =>
      findings.map(({ code, help }) => `${code} ${help}`),
    )
  }
  expect((await helpsOf('p')).filter((help: string) => help.includes('"kiln_names":'))).toEqual([
    'R-54171 Choose a name with the vm-type (a word for the kind of server) that neighbouring names have. hotshift proposes "kiln_names": callers pass an item of a list, and the list gets this name.',
  ])
  mkdirSync(join(root, 'q'))
  writeFileSync(
    join(root, 'q/base_a.yaml'),
    `heat_template_version: rocky
description: A
parameters: {int_pipe: {type: string, description: network}}
resources:
  mill_int_port: {type: OS::Neutron::Port, properties: {network: {get_param: int_pipe}}}
`,
  )
  expect((await helpsOf('q')).join('\n')).toMatch(
    /^R-26351 .* hotshift proposes "mill_0_link_port_0": the package creates no network, so all its networks are external\.$/m,
  )
})

it('refuses another file as answers', async () => {
  const { root } = kilns()
  const { status, stderr } = await inProcess([...command, '--answers', 'p/hot-kiln.yaml'], root)
  expect(status).toBe(64)
  expect(stderr).toContain('there is no list "questions"')
})

it('proposes IDs that nothing else in the package has, and others for two of one name', async () => {
  const volume = (name: string) => `heat_template_version: rocky
description: Volumes
parameters: {size: {type: number, description: size}}
resources:
  ${name}: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
`
  const { root } = temporaryTree({
    'p/base_a.yaml': volume('disk'),
    'p/b.yaml': volume('disk'),
    'p/c_volume.yaml': volume('disk_volume_0'),
  })
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  const questions = readFileSync(join(root, 'questions.yaml'), 'utf8')
  const names = [...questions.matchAll(/ {6}1: \{name: "(disk_volume_\d)"/g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(['disk_volume_1', 'disk_volume_2'])
})

it('asks what comes up with answers, does what proposals say in steps, once, and takes a value of your own', async () => {
  const { root } = temporaryTree({
    'p/base_a.yaml': `heat_template_version: rocky
description: A
parameters:
  mill_name_0: {type: string, description: name}
  mill_image_name: {type: string, description: image}
  mill_flavor_name: {type: string, description: flavor}
resources:
  mill_server_0:
    type: OS::Nova::Server
    propertys:
      name: {get_param: mill_name_0}
      image: {get_param: mill_image_name}
      flavor: {get_param: mill_flavor_name}
      user_data: {get_file: bot.sh}
`,
    'p/base_a.env': 'parameters:\n  mill_flavor_name: m1\n',
    'p/boot.sh': '#!/bin/sh\n',
  })
  const file = join(root, 'questions.yaml')
  const ask = ['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml']
  const answer = [
    'remediate',
    '--profile',
    'onap',
    '--supplied',
    'p',
    '--answers',
    'questions.yaml',
    '--write',
  ]
  await inProcess(ask, root)
  const questions = readFileSync(file, 'utf8')
  expect(questions).toContain('"key":["resources","mill_server_0","propertys"],"to":"properties"')
  const [, next] = questions.split(
    '  # These come up once each question above is answered by its first proposal.\n',
  )
  expect(next).toContain('"value":"boot.sh","was":"bot.sh"')
  expect(next).toContain('"give":"mill_image_name","value":"TO BE GIVEN"')
  const own = questions.replace(/(mill_image_name(?:.*\n)+?) {4}answer:$/m, '$1    answer: jammy')
  writeFileSync(file, own.replace(/answer:$/gm, 'answer: 1'))
  await inProcess(answer, root)
  expect(readFileSync(join(root, 'p/base_a.env'), 'utf8')).toBe(
    'parameters:\n  mill_flavor_name: m1\n  mill_image_name: jammy\n',
  )
  const check = await inProcess(['check', '--profile', 'onap', 'p', '--format', 'json'], root)
  const { files } = JSON.parse(check.stdout)
  expect(files.flatMap(({ findings }: { findings: readonly { code: string }[] }) => findings)).toEqual([])
  const again = await inProcess(answer, root)
  expect(again.stderr).not.toMatch(/^changed/m)
})

it('proposes to pass what a caller leaves to a default that another caller does not mean', async () => {
  const { root } = temporaryTree({
    'p/base_a.yaml': `heat_template_version: rocky
description: A
parameters:
  mill_flavor_name: {type: string, description: flavor}
resources:
  one: {type: nested_b.yaml, properties: {mill_flavor_name: {get_param: mill_flavor_name}}}
  two: {type: nested_b.yaml}
`,
    'p/base_a.env': 'parameters: {mill_flavor_name: big}\n',
    'p/nested_b.yaml': `heat_template_version: rocky
description: B
parameters:
  mill_flavor_name: {type: string, description: flavor, default: small}
outputs:
  mill: {value: {get_param: mill_flavor_name}}
`,
  })
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  const questions = readFileSync(join(root, 'questions.yaml'), 'utf8')
  const at = '"write":["resources","two","properties"]'
  expect(questions).toContain(
    `1: {steps: [{"file":"p/base_a.yaml",${at},"value":{"mill_flavor_name":"small"}}]`,
  )
  expect(questions).toContain(
    `2: {steps: [{"file":"p/base_a.yaml",${at},"value":{"mill_flavor_name":{"get_param":"mill_flavor_name"}}}]`,
  )
})

it('asks for the version of a template alone, before what waits for it', async () => {
  const { root } = temporaryTree({
    'p/base_a.yaml': `heat_template_version: 2099-01-01
description: A
parameters: {mill_name_0: {type: string, description: name}}
resources:
  mill_server_0: {type: OS::Nova::Server, properties: {name: {get_param: mill_name_0}}}
`,
    'p/base_a.env': 'parameters: {}\n',
  })
  await inProcess(['remediate', '--profile', 'onap', 'p', '--ask', 'questions.yaml'], root)
  const questions = readFileSync(join(root, 'questions.yaml'), 'utf8')
  expect(questions).toContain('"write":["heat_template_version"],"value":"2021-04-16","was":"2099-01-01"')
  expect(questions).not.toMatch(/1: .*"remove":\["resources","mill_server_0"\]/)
})
