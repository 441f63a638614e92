import type { Arguments, Command } from '../command.ts'
import { loadEngineFor, type OwnOptions } from '../load-engine.ts'
import { cloudFrom, cloudOptions } from '../options/cloud-options.ts'
import { acceptedNatively, strictOption } from '../options/native-options.ts'
import { assumeOption, rewriteOptions, takesPaths } from '../options/options.ts'
import { rewrite } from '../rewrite.ts'

export const nativize: Command = {
  name: 'nativize',
  ...takesPaths,
  summary: 'Replace AWS resource types in HOT with those of OpenStack',
  description: [
    'Rewrites resources of AWS types in HOT templates to the equivalent types of OpenStack, and updates references. Every difference is reported. A type that would lose something stays until you accept the loss; a type without an equivalent stays, with advice. For CloudFormation templates use migrate --native.',
    'Use the result for new stacks: in a live stack Heat replaces every resource whose type changes. Without --write nothing changes on disk.',
  ],
  options: [assumeOption, strictOption, ...cloudOptions, ...rewriteOptions],
  examples: {
    'Show what would change below the working directory': 'hotshift nativize',
    'Write it, but for servers, whose login user changes': 'hotshift nativize templates --strict --write',
    'Addresses, with a parameter for the external network':
      'hotshift nativize stack.yaml --accept external-network',
    'With the flavors, images, networks and zones of your cloud':
      'hotshift nativize templates --map cloud.yaml',
  },
  async run(args, world) {
    const optionsOf = (given: Arguments): OwnOptions => ({
      chain: 'nativize',
      to: 'latest',
      ...cloudFrom(given, world.cwd),
      acceptedToo: acceptedNatively(given.has('strict')),
    })
    return rewrite(args, await loadEngineFor(args, world, optionsOf), world)
  },
}
