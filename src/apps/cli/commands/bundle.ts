import { basename, extname, resolve } from 'node:path'
import type { VerifyInput } from '../../../engine/proof/verify.ts'
import type { ReadFile, VerifyProblem } from '../../../engine/proof/verify-side.ts'
import type { StackRequest } from '../../../engine/queries/request-body.ts'
import { oneLine } from '../../../show/report/style.ts'
import type { Arguments, Command } from '../command.ts'
import { endedBy } from '../options/given-file.ts'
import { valuesOf } from '../options/set-values.ts'
import { stackOptions } from '../options/stack-options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { writeTogether } from '../output/output-file.ts'
import { givenSide, refusedLines } from '../two-templates.ts'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'

const forms = ['api', 'terraform', 'ansible', 'horizon'] as const
type Form = (typeof forms)[number]

export const bundle: Command = {
  name: 'bundle',
  positional: '<template>',
  positionalDescription: 'A template, in any dialect; - is standard input',
  arity: { min: 1, max: 1 },
  summary: 'Make one self-contained request of a template and all that it needs',
  description: [
    'Prints the body of the request that creates the stack, as `openstack stack create` sends it: the template, the contents of all files that it names, directly or not, and the environments. One file that Heat takes as it is.',
    'With --for, the stack in the form of another tool: a resource of Terraform, tasks of Ansible, or a template and an environment for Horizon. Terraform and Horizon take no files: contents replace get_file, and a nested template is an error.',
    'The stack of the bundle is proved to be the stack of the files; the proof is on standard error.',
    'The bundle holds all values of the environments and of --set, those of hidden parameters too.',
    'Exit code 0: proved. 2: a file cannot be read, or there is no such form of the stack. 3: not proved; the reasons are listed.',
  ],
  options: [
    ...stackOptions,
    {
      name: 'for',
      value: '<tool>',
      choices: forms,
      isOfOneRun: true,
      group: 'Options',
      description: 'api (default: the body of a request), terraform, ansible or horizon',
    },
    {
      name: 'name',
      value: '<stack>',
      isOfOneRun: true,
      group: 'Options',
      description: 'The name of the stack. Default: the file name of the template without its ending',
    },
    {
      name: 'output',
      value: '<file>',
      isPath: true,
      isWritten: true,
      group: 'Options',
      description:
        'Write to this file instead of standard output. For horizon, the environment is written beside it, with the ending .env',
    },
  ],
  examples: {
    'For the API': 'hotshift bundle web.yaml -e prod.env --name web > web.json',
    'Create the stack without any client': 'curl -H "X-Auth-Token: $TOKEN" --json @web.json "$HEAT/stacks"',
    'For the form of Horizon': 'hotshift bundle web.yaml -e prod.env --for horizon --output upload/web.yaml',
  },
  async run(args, world) {
    const form = formOf(args)
    const given = await givenSide(args, world)
    if ('problem' in given) return endedBy(given, world)
    const { stackRequest } = await import('../../../engine/queries/request-body.ts')
    const { input, named } = given
    const folder = resolve(world.cwd).replaceAll('\\', '/')
    const request = stackRequest(input, folder, named.read)
    for (const line of refusedLines([named], world)) await world.err.write(`${line}\n`)
    if ('problem' in request) return endedBy(request, world)
    const name = args.value('name') ?? nameOf(input)
    const asked = { input, request, folder, name, read: named.read, values: valuesOf(args) }
    const made = await madeFor[form](asked)
    if ('problem' in made) return endedBy(made, world)
    await written(made, form, args, world)
    return proved(made.sides, world)
  },
}

interface Asked {
  readonly input: VerifyInput
  readonly request: StackRequest
  readonly folder: string
  readonly name: string
  readonly read: ReadFile
  readonly values: ReturnType<typeof valuesOf>
}

interface Made {
  readonly text: string
  /** Where that is a file of its own; undefined where it is empty. */
  readonly environment?: string
  /** For the proof: the original stack and the bundled one. */
  readonly sides: readonly [VerifyInput, VerifyInput]
}

type MadeOrFailed = Made | { readonly problem: VerifyProblem }

const madeFor: Readonly<Record<Form, (asked: Asked) => Promise<MadeOrFailed>>> = {
  async api({ input, request, name, values, folder, read }) {
    const { requestText, sidesOf } = await import('../../../engine/queries/request-body.ts')
    const stack = { stack_name: name, disable_rollback: true, parameters: values }
    return { text: `${requestText(request, stack)}\n`, sides: sidesOf(request, input, { folder, read }) }
  },
  async terraform(asked) {
    const sections = ['parameters', 'parameter_defaults', 'resource_registry']
    const made = await oneTemplate(asked, { sections })
    if ('problem' in made) return made
    const { terraformText } = await import('../../../show/report/bundle-forms.ts')
    const { text: template, environment = '{}\n', sides } = made
    return { text: terraformText(named(asked), { template, environment }), sides }
  },
  horizon: (asked) => oneTemplate(asked, { values: asked.values }),
  async ansible(asked) {
    const { stackFiles } = await import('../../../engine/queries/stack-files.ts')
    const made = stackFiles(asked.input, asked.request, asked)
    if ('problem' in made) return made
    const { ansibleText } = await import('../../../show/report/bundle-forms.ts')
    const { yamlOf } = await import('../../../text/yaml/write-yaml.ts')
    return { text: ansibleText(named(asked), made, yamlOf), sides: [made.before, made.after] }
  },
}

const named = ({ name, values }: Asked) => ({
  name,
  parameters: new Map([...values].map(([key, value]) => [key, String(value)])),
})

async function oneTemplate(
  { input, request, folder, read }: Asked,
  options: { readonly values?: Asked['values']; readonly sections?: readonly string[] },
): Promise<MadeOrFailed> {
  const { selfContained } = await import('../../../engine/queries/self-contained.ts')
  const { sidesOf } = await import('../../../engine/queries/request-body.ts')
  const { yamlOf } = await import('../../../text/yaml/write-yaml.ts')
  const made = selfContained(input, request, { folder, ...options })
  if ('problem' in made) return made
  const [files] = sidesOf(request, input, { folder, read })
  return {
    text: made.template,
    ...(made.environment.size === 0 ? {} : { environment: yamlOf(made.environment) }),
    sides: [{ ...files, environments: [...(files.environments ?? []), ...made.added] }, made.input],
  }
}

/** @throws UsageError for an unknown tool */
function formOf(args: Arguments): Form {
  const given = args.value('for') ?? forms[0]
  const form = forms.find((one) => one === given)
  if (form === undefined) throw new UsageError(`--for ${given}: not one of ${forms.join(', ')}`)
  return form
}

/** @throws UsageError where Horizon's environment has no file, and for a file that cannot be written */
async function written(
  { text, environment }: Made,
  form: Form,
  args: Arguments,
  { cwd, out }: World,
): Promise<void> {
  const path = args.value('output')
  const beside = form === 'horizon' ? environment : undefined
  if (path === undefined) {
    if (beside !== undefined)
      throw new UsageError('--for horizon makes two files, a template and an environment', [
        'add --output upload/web.yaml; the environment is written to upload/web.env',
      ])
    await out.write(text)
    return
  }
  const outputOf = (file: string, part: string) => ({
    option: 'output',
    path: file,
    kind: `bundle for ${form}`,
    start: part.slice(0, STARTS),
    parts: [part],
  })
  const env = `${path.slice(0, path.length - extname(path).length)}.env`
  writeTogether([outputOf(path, text), ...(beside === undefined ? [] : [outputOf(env, beside)])], cwd)
}

/** So many characters begin all bundles of one form. */
const STARTS = 10

async function proved([files, bundled]: Made['sides'], world: World): Promise<number> {
  const { verify } = await import('../../../engine/proof/verify.ts')
  const answer = verify(files, bundled)
  if ('problem' in answer) return endedBy(answer, world)
  const { verdict, differences, reasons } = answer.verdict
  if (verdict === 'equal') {
    await world.err.write('proved: the stack of the bundle is the stack of the files\n')
    return exitCodes.done
  }
  const lines = [
    ...differences.map(
      ({ path, before, after }) => `${path}: ${before} in the files, ${after} in the bundle`,
    ),
    ...reasons.map(({ path, why }) => (path === '' ? why : `${path}: ${why}`)),
  ]
  await world.err.write(
    `not proved: the bundle may be another stack than the files\n${lines.map((one) => `  ${oneLine(one)}\n`).join('')}`,
  )
  return exitCodes.manualWork
}

/** The file name of a template without its ending. */
function nameOf({ path }: VerifyInput): string {
  return basename(path).replace(/\.[^.]*$/, '')
}
