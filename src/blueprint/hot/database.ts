/** Databases and their schemas. */
import { type Data, data } from '../../document/from-data.ts'
import type { Component } from '../model.ts'
import { fileOf, type Scope } from './scope.ts'

export function lowerDatabase(component: Component, scope: Scope): void {
  const { id, at } = component
  const flavor = {
    type: 'string',
    description: `Flavor of the database ${id}`,
    constraint: 'trove.flavor',
  } as const
  const size = { type: 'number', description: `Size of the volume of ${id} in GB` } as const
  const properties = new Map<string, Data | undefined>([
    ['flavor', scope.parameter(`${id}_flavor`, flavor, at)],
    ['size', scope.parameter(`${id}_size`, size, at)],
  ])
  scope.pass(component, 'OS::Trove::Instance', properties)
  scope.own(component, 'OS::Trove::Instance', properties)
  scope.reportRequirements(component, [])
}

const loadSchema = '#!/bin/sh\nmysql --host="$db_host" <<\'END_OF_SCHEMA\'\n__schema__\nEND_OF_SCHEMA\n'

/** A schema is loaded by a script, on a server that can reach the database. */
export function lowerSchema(component: Component, scope: Scope): void {
  const { id, at, content } = component
  const requirement = component.requires.find(({ type }) => type === 'database')
  const database = requirement === undefined ? undefined : scope.targetsOf(requirement)[0]
  if (database === undefined || content === undefined) {
    scope.report(
      'blueprint-loss',
      at,
      `the schema "${id}" needs content and a database; nothing is made of it`,
    )
    return
  }
  const params = data({ __schema__: fileOf(content) })
  const config = data({ str_replace: data({ template: loadSchema, params }) })
  scope.own(
    component,
    'OS::Heat::SoftwareConfig',
    data({ group: 'script', inputs: [data({ name: 'db_host' })], config }),
  )
  const server = {
    type: 'string',
    description: `Server that loads ${id}, with a client and an account for the database`,
    constraint: 'nova.server',
  } as const
  const properties = data({
    config: data({ get_resource: id }),
    server: scope.parameter(`${id}_server`, server, at),
    input_values: data({ db_host: data({ get_attr: [database.id, 'hostname'] }) }),
  })
  scope.add(`${id}_load`, 'OS::Heat::SoftwareDeployment', properties, at)
  scope.reportRest(component, [], ['database'])
}
