import { call, entry, mapping, text } from '../../../src/document/build.ts'
import { nameOf, textOf } from '../../../src/document/read.ts'
import type { PackageTransform } from '../../../src/engine/package-transform.ts'
import { forEachNode } from '../../../src/onap/vnf/parameter-reads.ts'
import type { Package } from '../../../src/package/package.ts'
import { requireParameter } from '../../../src/refactor/declare.ts'
import { Stuck } from '../../../src/refactor/edit.ts'
import { withProperty } from '../../../src/refactor/resource-property.ts'
import { type RepairScope, repairing } from '../repairing.ts'

/** Stands for the name of the VNF in a template of `str_replace`. */
const mark = 'VNF_NAME'

export function nameWithVnfName(scope: RepairScope): PackageTransform {
  return repairing(
    {
      id: 'onap/name-with-vnf-name',
      title: 'Put the name of the VNF into the names of resources',
      description:
        'Makes a literal `name` of a resource that is no server a `str_replace` with `vnf_name` before it, and declares that parameter where it is missing.',
      references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, str_replace'],
      safety: 'lossy',
      requirements: ['R-85734'],
      repair(pkg, { path, subject }) {
        if (subject.kind !== 'property' || subject.type === undefined) return pkg
        const { resource, type, name } = subject
        const named = withProperty(pkg, { path, resource, type, keys: [name] }, (value) => {
          const literal = textOf(value)
          if (value === undefined || literal === undefined || literal.includes(mark))
            throw new Stuck({ path, at: value, why: 'the name is no plain text' })
          if (isReferredTo(pkg, literal))
            throw new Stuck({
              path,
              at: value,
              why: `the text "${literal}" stands elsewhere, perhaps for the resource`,
            })
          const params = mapping([entry(mark, call('get_param', text('vnf_name')))], { style: 'block' })
          const argument = mapping([entry('template', text(`${mark}_${literal}`)), entry('params', params)], {
            style: 'block',
          })
          return mapping([entry('str_replace', argument)], { for: value, style: 'block' })
        })
        const wanted = { name: 'vnf_name', type: 'string', description: 'Name of the VNF, given by ONAP' }
        return requireParameter(named, path, wanted)
      },
    },
    scope,
  )
}

/** Whether a value somewhere in the package is the same text; other resources of the same name do not count. */
function isReferredTo(pkg: Package, name: string): boolean {
  let found = 0
  for (const { root } of pkg.files.values()) {
    forEachNode(root, (node) => {
      if (textOf(node) === name) found += 1
      if (node.kind !== 'map') return
      for (const one of node.entries) if (nameOf(one) === 'name' && textOf(one.value) === name) found -= 1
    })
  }
  return found > 0
}
