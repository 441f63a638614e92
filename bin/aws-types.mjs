// Writes src/heat/facts/aws-types.jsonl from the database of AWS's own CDK, which no other command needs:
//
//   npm install --prefix <folder> --no-save --ignore-scripts @aws-cdk/aws-service-spec
//   node bin/aws-types.mjs <folder>

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const PACKAGE = '@aws-cdk/aws-service-spec'
const FACTS = join(import.meta.dirname, '../src/heat/facts')

/** What a value is, by the types of the database; each other one is a structure. @type {Record<string, string>} */
const kinds = {
  string: 'string',
  'date-time': 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
  union: 'union',
}

/**
 * @param {readonly [string, unknown]} one
 * @param {readonly [string, unknown]} other
 */
function byFirst([one], [other]) {
  return one < other ? -1 : 1
}

/**
 * The names of some properties or attributes by what they are, a blank between two: a third of the size of an object for each.
 *
 * @param {Record<string, { type: { type: string }, required?: boolean }>} some
 */
function byKind(some) {
  /** @type {Record<string, string>} */
  const names = {}
  for (const [name, one] of Object.entries(some).sort(byFirst)) {
    const kind = `${kinds[one.type.type] ?? 'map'}${one.required === true ? '!' : ''}`
    names[kind] = names[kind] === undefined ? name : `${names[kind]} ${name}`
  }
  return names
}

/**
 * The paths of all properties within those of which Heat has a schema, too, without indexes: within others there is
 * nothing to compare.
 *
 * @param {any} database
 * @param {Record<string, { type: any }>} properties
 * @param {Record<string, any>} schemas Heat's
 * @param {string} path
 * @returns {string[]}
 */
function pathsWithin(database, properties, schemas, path) {
  return Object.entries(properties).flatMap(([name, { type }]) => {
    const own = `${path}${name}`
    const schema = schemas[name]?.schema ?? schemas[name]?.items?.schema ?? {}
    const deeper = Object.keys(schema).length === 0 ? [] : structures(type)
    const within = deeper.flatMap((id) =>
      pathsWithin(database, database.get('typeDefinition', id).properties, schema, `${own}.`),
    )
    return path === '' ? within : [own, ...within]
  })
}

/**
 * The ids of the structures that a value, or the items of one, may be.
 *
 * @param {any} type
 * @returns {string[]}
 */
function structures({ type, reference, element, types = [] }) {
  if (type === 'ref') return [reference.$ref]
  return [...(element === undefined ? [] : [element]), ...types].flatMap(structures)
}

/** Heat's schemas of properties, by type. */
function schemasOfHeat() {
  const lines = readFileSync(join(FACTS, 'resource-types.jsonl'), 'utf8').trimEnd().split('\n').slice(1)
  return new Map(lines.map((line) => JSON.parse(line)).map(({ name, properties = {} }) => [name, properties]))
}

/** @param {string} folder that has the package in its node_modules */
function lines(folder) {
  const require = createRequire(join(resolve(folder), 'node_modules/'))
  const { version, license } = JSON.parse(readFileSync(require.resolve(`${PACKAGE}/package.json`), 'utf8'))
  const database = require(PACKAGE).loadAwsServiceSpecSync()
  const ofHeat = schemasOfHeat()
  const head = {
    source: `npm ${PACKAGE} ${version} (${license}): names and kinds of properties and attributes`,
    kinds: 'string, number, boolean, list, map (structures, too), union (of several); ! required',
    within: 'paths without indexes, where Heat has a schema, too',
  }
  /** @param {any} type @returns {[string, object]} */
  const factsOf = ({ cloudFormationType: name, attributes, properties }) => {
    const within = [...new Set(pathsWithin(database, properties, ofHeat.get(name) ?? {}, ''))].sort()
    const more = within.length === 0 ? {} : { within: within.join(' ') }
    return [name, { name, attributes: byKind(attributes), properties: byKind(properties), ...more }]
  }
  const facts = [...database.all('resource')].map(factsOf).sort(byFirst)
  return [head, ...facts.map(([, one]) => one)].map((one) => JSON.stringify(one))
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error(`name the folder in which ${PACKAGE} is installed`)
writeFileSync(join(FACTS, 'aws-types.jsonl'), `${lines(folder).join('\n')}\n`)
