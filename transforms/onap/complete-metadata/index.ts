import type { Node } from '../../../src/document/node.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { metadataRules } from '../../../src/onap/rules/metadata.ts'
import type { Violation } from '../../../src/onap/violation.ts'
import { sourceParameters } from '../../../src/onap/vnf/parameter-reads.ts'
import { requireParameter } from '../../../src/refactor/declare.ts'
import { withProperty } from '../../../src/refactor/resource-property.ts'
import { withoutIdle } from '../drop-idle-parameter.ts'
import { givenParameters } from '../given-parameters.ts'
import { readingOf } from '../reading-of.ts'
import { type RepairScope, repairing } from '../repairing.ts'

export function completeMetadata(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/complete-metadata',
      title: 'Give servers the metadata that ONAP prescribes',
      description:
        'Adds the keys of server metadata that are missing and reads each from the parameter of its name, which is declared and passed to nested templates where it has to be.',
      references: ['ONAP VNF Requirements, chapter 5: Heat, Nova Server metadata parameters'],
      safety: 'lossy',
      requirements: metadataRules.requirements.filter((id) => id !== 'R-86476'),
      inOrder: (a, b) => rankOf(a) - rankOf(b),
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'property') return pkg
        const { resource, name } = subject
        const key = keyOf(name)
        const place = { path, resource, type: 'OS::Nova::Server', keys: ['metadata', key], order: keys }
        let before: Node | undefined
        const read = withProperty(pkg, place, (value) => {
          before = value
          return readingOf(key, value)
        })
        const type = key === 'vf_module_index' ? 'number' : 'string'
        const wanted = { name: key, type, description: givenParameters[key] ?? key }
        const sources = before === undefined ? [] : (sourceParameters(before) ?? [])
        return sources.reduce(
          (next, source) => withoutIdle(next, path, source.name),
          requireParameter(read, path, wanted),
        )
      },
    },
    scope,
  )
}

function keyOf(property: string): string {
  return property.slice(property.lastIndexOf('.') + 1)
}

const keys = Object.keys(givenParameters)

function rankOf({ subject }: Violation): number {
  return subject.kind === 'property' ? keys.indexOf(keyOf(subject.name)) : keys.length
}
