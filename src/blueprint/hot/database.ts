/** Databases and their schemas. */
import { type Data, data } from '../../document/from-data.ts'
import type { Entry } from '../../document/node.ts'
import type { Component } from '../model.ts'
import { attribute, fileOf, type Scope } from './scope.ts'

export function lowerDatabase(component: Component, scope: Scope): void {
  const { id, at } = component
  const flavor = {
    type: 'string',
    description: (owner: string) => `Flavor of the database ${owner}`,
    constraint: 'trove.flavor',
  } as const
  const size = {
    type: 'number',
    description: (owner: string) => `Size of the volume of ${owner} in GB`,
  } as const
  const isGiven = (name: string) => attribute(component, name) !== undefined
  const properties = new Map<string, Data | Entry | undefined>([
    ['flavor', isGiven('flavor') ? undefined : scope.parameter(id, 'flavor', flavor, at)],
    ['size', isGiven('size') ? undefined : scope.parameter(id, 'size', size, at)],
  ])
  scope.pass(component, 'OS::Trove::Instance', properties)
  const waits = scope.reportRequirements(component, [])
  scope.own(component, 'OS::Trove::Instance', properties, waits)
  if (component.content !== undefined)
    scope.report('blueprint-loss', component.content, `a database has no content; let a schema load it`)
}

const loadSchema = '#!/bin/sh\nmysql --host="$db_host" <<\'END_OF_SCHEMA\'\n__schema__\nEND_OF_SCHEMA\n'

/** A schema is loaded by a script, on a server that can reach the database. */
export function lowerSchema(component: Component, scope: Scope): void {
  const { id, at, content } = component
  const requirement = component.requires.find(({ type }) => type === 'database')
  const targets = requirement === undefined ? [] : scope.targetsOf(requirement)
  const [database, ...more] = targets.filter(({ type }) => type === 'database')
  const waits = scope.reportRequirements(component, ['database'])
  scope.reportAttributes(component, ['content'])
  for (const [name, node] of requirement?.attributes ?? [])
    scope.report('blueprint-loss', node, `"${name}" of the database has no equivalent in HOT`)
  if (database === undefined || content === undefined) {
    const message = `the schema "${id}" needs content and a database of this blueprint; nothing loads it`
    scope.report('blueprint-loss', at, message)
    const config = content === undefined ? undefined : fileOf(content)
    scope.own(component, 'OS::Heat::SoftwareConfig', data({ group: 'script', config }), waits)
    return
  }
  for (const one of more)
    scope.report('blueprint-loss', one.at, `the schema "${id}" is loaded into "${database.id}" alone`)
  const params = data({ __schema__: fileOf(content) })
  const config = data({ str_replace: data({ template: loadSchema, params }) })
  const inputs = [data({ name: 'db_host' })]
  scope.own(component, 'OS::Heat::SoftwareConfig', data({ group: 'script', inputs, config }), waits)
  const server = {
    type: 'string',
    description: (owner: string) =>
      `Server that loads ${owner}, with a client and an account for the database`,
    constraint: 'nova.server',
  } as const
  const properties = data({
    config: data({ get_resource: scope.name(id) }),
    server: scope.parameter(id, 'server', server, at),
    input_values: data({ db_host: data({ get_attr: [scope.name(database.id), 'hostname'] }) }),
  })
  scope.add(scope.name(id, 'load'), 'OS::Heat::SoftwareDeployment', properties, at)
}
