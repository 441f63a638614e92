/**
 * Rules of `AWS::EC2::SecurityGroup` that AWS applies to some sources only and Heat to any: its plug-in drops `CidrIp` of
 * a rule without ports (heat/engine/resources/aws/ec2/security_group.py, `_prop_rules_to_common`), and has none of the
 * other properties that name a source or a destination.
 */
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, scalarOf, stringOf } from '../text/document/read.ts'
import { callOf } from './calls.ts'
import { entriesRead, readValue } from './merge-keys.ts'

/** A rule that Heat opens. */
export interface OpenRule {
  readonly rule: Mapping
  /** The entry that restricts it on AWS. */
  readonly at: Entry
  /** Its key. */
  readonly property: string
  /** What it names, where that is written out. */
  readonly value?: string
  readonly direction: 'ingress' | 'egress'
}

const directions = { SecurityGroupIngress: 'ingress', SecurityGroupEgress: 'egress' } as const
/** Heat has none of these; once they are removed, nothing restricts the rule. */
const unknownToHeat: readonly string[] = [
  'CidrIpv6',
  'SourcePrefixListId',
  'DestinationPrefixListId',
  'DestinationSecurityGroupId',
]
const anySource: ReadonlySet<string | undefined> = new Set(['0.0.0.0/0', '::/0'])

/** @param properties of a security group, as AWS names them */
export function openRules(properties: Node | undefined): readonly OpenRule[] {
  return Object.entries(directions).flatMap(([name, direction]) =>
    rulesIn(readValue(mapOf(properties), name)).flatMap((rule) => openRule(rule, direction)),
  )
}

/** The rules that stand in a list, whichever branch of a choice gives it. */
function rulesIn(node: Node | undefined): readonly Mapping[] {
  const list = listOf(node)
  if (list !== undefined) return list.items.flatMap(rulesIn)
  const rule = mapOf(node)
  if (rule === undefined) return []
  const branches = branchesOf(rule)
  return branches === undefined ? [rule] : branches.flatMap(rulesIn)
}

/** The values between which a function chooses. */
function branchesOf(node: Node): readonly Node[] | undefined {
  const choice = callOf(node)
  const isChoice = choice?.name === 'Fn::If' || choice?.name === 'if'
  return isChoice ? listOf(choice.argument)?.items.slice(1) : undefined
}

function openRule(rule: Mapping, direction: OpenRule['direction']): readonly OpenRule[] {
  const group = ['SourceSecurityGroupId', 'SourceSecurityGroupName'].map((name) => readValue(rule, name))
  if (group.some((one) => one !== undefined)) return []
  const isPortless = ['FromPort', 'ToPort'].every((name) => mayBeMissing(readValue(rule, name)))
  const keepsPrefix = readValue(rule, 'CidrIp') !== undefined && !isPortless
  return entriesRead(rule).flatMap((at) => {
    const property = nameOf(at) ?? ''
    const value = stringOf(at.value)
    const isLost = property === 'CidrIp' ? isPortless : unknownToHeat.includes(property) && !keepsPrefix
    if (!isLost || anySource.has(value)) return []
    return [{ rule, at, property, direction, ...(value === undefined ? {} : { value }) }]
  })
}

/** Whether Heat may find no value there. */
function mayBeMissing(node: Node | undefined): boolean {
  if (node === undefined || isNull(node)) return true
  const branches = branchesOf(node)
  if (branches !== undefined) return branches.some(mayBeMissing)
  return callOf(node)?.name === 'Ref' && scalarOf(callOf(node)?.argument)?.value === 'AWS::NoValue'
}
