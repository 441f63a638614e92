import { basename, resolve } from 'node:path'
import type { VerifyInput } from '../../../engine/proof/verify.ts'
import { oneLine } from '../../../show/report/style.ts'
import type { Command } from '../command.ts'
import { endedBy } from '../options/given-file.ts'
import { valuesOf } from '../options/set-values.ts'
import { stackOptions } from '../options/stack-options.ts'
import { exitCodes } from '../output/exit-code.ts'
import { givenSide, refusedLines } from '../two-templates.ts'
import type { World } from '../world.ts'

export const bundle: Command = {
  name: 'bundle',
  positional: '<template>',
  positionalDescription: 'A template, in any dialect; - is standard input',
  arity: { min: 1, max: 1 },
  summary: 'Make one self-contained request of a template and all that it needs',
  description: [
    'Prints the body of the request that creates the stack, as `openstack stack create` sends it: the template, the contents of all files that it names, directly or not, and the environments. One file that Heat takes as it is.',
    'The stack of the bundle is proved to be the stack of the files; the proof is on standard error.',
    'The bundle holds all values of the environments and of --set, those of hidden parameters too.',
    'Exit code 0: proved. 2: a file cannot be read. 3: not proved; the reasons are listed.',
  ],
  options: [
    ...stackOptions,
    {
      name: 'name',
      value: '<stack>',
      isOfOneRun: true,
      group: 'Options',
      description: 'The name of the stack. Default: the file name of the template without its ending',
    },
  ],
  examples: {
    'For the API': 'hotshift bundle web.yaml -e prod.env --name web > web.json',
    'Create the stack without any client': 'curl -H "X-Auth-Token: $TOKEN" --json @web.json "$HEAT/stacks"',
  },
  async run(args, world) {
    const given = await givenSide(args, world)
    if ('problem' in given) return endedBy(given, world)
    const { requestText, sidesOf, stackRequest } = await import('../../../engine/queries/request-body.ts')
    const { input, named } = given
    const folder = resolve(world.cwd).replaceAll('\\', '/')
    const request = stackRequest(input, folder, named.read)
    for (const line of refusedLines([named], world)) await world.err.write(`${line}\n`)
    if ('problem' in request) return endedBy(request, world)
    const stack = { stack_name: args.value('name') ?? nameOf(input), disable_rollback: true }
    await world.out.write(`${requestText(request, { ...stack, parameters: valuesOf(args) })}\n`)
    return proved(...sidesOf(request, input, { folder, read: named.read }), world)
  },
}

async function proved(files: VerifyInput, bundled: VerifyInput, world: World): Promise<number> {
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
