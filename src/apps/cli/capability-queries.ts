/** What `hotshift capabilities` answers, as data and as lines for people. */

import {
  type CapabilityQuestion,
  capabilitySummary,
  capableTemplates,
  compositionsOf,
  parameterData,
  shownDefault,
} from '../../engine/queries/capability-queries.ts'
import type { Capabilities } from '../../rules/capabilities/model.ts'
import type { CompositionParameter } from '../../rules/capabilities/queries.ts'
import { oneLine, renderTable } from '../../show/report/style.ts'
import { plainData } from '../../text/document/data.ts'
import { type Data, fromData } from '../../text/document/from-data.ts'
import { newDocument } from '../../text/print/print.ts'

/** An answer as data, and as lines for people. */
export interface QueryAnswer {
  readonly data: unknown
  readonly lines: readonly string[]
  /** What keeps the question from being answered. */
  readonly problems: readonly string[]
}

export function findAnswer(asked: CapabilityQuestion, wanted: Capabilities): QueryAnswer {
  const found = capableTemplates(asked, wanted)
  return { data: found, lines: found, problems: [] }
}

export function listAnswer(asked: CapabilityQuestion): QueryAnswer {
  const { capabilities, types, chosen, open } = capabilitySummary(asked)
  const rows = [...capabilities, ...types].map(([key, values]) => `${key}: ${values.join(', ')}`)
  const choices = [...chosen].map(([type, target]) => `chosen  ${type}: ${target}`)
  const left = [...open].map(([type, targets]) => `open    ${type}: ${targets.join(', ')}`)
  const data = {
    capabilities: Object.fromEntries(capabilities),
    types: Object.fromEntries(types),
    ...(asked.environments.length === 0
      ? {}
      : { chosen: Object.fromEntries(chosen), open: Object.fromEntries(open) }),
  }
  return { data, lines: [...rows, ...choices, ...left], problems: [] }
}

export function parametersAnswer(asked: CapabilityQuestion): QueryAnswer {
  const { compositions, problems } = compositionsOf(asked)
  const data = compositions.map(({ template, parameters }) => ({
    template,
    parameters: parameters.map(parameterData),
  }))
  const lines = compositions.flatMap(({ template, parameters }) => [
    `${template}:`,
    ...(parameters.length === 0
      ? ['  no parameters']
      : parameterLines(parameters).map((line) => `  ${line}`)),
  ])
  const said = problems.map(({ path, line, column, code, message }) =>
    oneLine(`${path}:${line}:${column}  ${code}  ${message}`),
  )
  return { data, lines, problems: said }
}

function parameterLines(parameters: readonly CompositionParameter[]): readonly string[] {
  const rows = parameters.map((one) => {
    const preset = one.default === undefined ? '' : `default ${JSON.stringify(shownDefault(one))}`
    const state = one.isRequired ? 'required' : one.given === undefined ? 'optional' : `in ${one.given}`
    return [state, one.name, String(plainData(one.type) ?? ''), preset, one.template]
  })
  return renderTable(rows, ['left', 'left', 'left', 'left', 'left']).map((line) => line.trimEnd())
}

/** An answer as YAML. */
export function yamlOf(data: unknown): string {
  return newDocument(fromData(asData(data), { style: 'block' }))
}

function asData(value: unknown): Data {
  if (Array.isArray(value)) return value.map(asData)
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, one]) => [key, one === null ? undefined : asData(one)]))
  return value as Data
}
