import { cloudFrom, cloudOptions } from '../cloud-options.ts'
import type { Arguments, Command } from '../command.ts'
import { acceptedCodes, loadEngineFor, type RewriteOptions } from '../load-engine.ts'
import { assumedVersion, assumeOption, pathsDescription, rewriteOptions } from '../options.ts'
import { rewrite } from '../rewrite.ts'

export const nativize: Command = {
  name: 'nativize',
  positional: '[paths..]',
  positionalDescription: pathsDescription,
  arity: { min: 0, max: Number.POSITIVE_INFINITY },
  summary: 'Give AWS resources in HOT templates the types of OpenStack',
  description: [
    'Rewrites resources of AWS types in HOT templates to the types of OpenStack that make the same, and lets references follow. Every difference is reported; types that lose something stay until you accept that, and types that nothing replaces stay with advice. CloudFormation templates need migrate --native.',
    'It is for new stacks: on a deployed one Heat replaces every resource that gets another type. Without --write nothing changes on disk.',
  ],
  options: [assumeOption, ...cloudOptions, ...rewriteOptions],
  examples: [
    { explanation: 'Show what would change below the working directory', command: 'hotshift nativize' },
    {
      explanation: 'Servers, too, whose login user changes',
      command: 'hotshift nativize templates --accept login-user --write',
    },
    {
      explanation: 'Addresses, with a parameter for the external network',
      command: 'hotshift nativize stack.yaml --accept external-network',
    },
    {
      explanation: 'With flavours, images, networks and zones by the names in cloud.yaml',
      command: 'hotshift nativize templates --map cloud.yaml',
    },
  ],
  async run(args, world) {
    const optionsOf = (args: Arguments): RewriteOptions => ({
      chain: 'nativize',
      to: 'latest',
      accept: acceptedCodes(args),
      partial: args.has('partial'),
      allowUnproved: args.has('allow-unproved'),
      ...assumedVersion(args),
      ...cloudFrom(args, world.cwd),
    })
    return rewrite(args, await loadEngineFor(args, world, optionsOf), world, 'nativize')
  },
}
