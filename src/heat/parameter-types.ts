import type { HotParameterType } from './dialects.ts'
import type { SchemaType } from './facts/resource-types.ts'

/** What becomes of the `Type` of a CloudFormation parameter. */
type ParameterTypeMeaning =
  | {
      readonly hot: HotParameterType
      /** A `custom_constraint` that checks what AWS checks: that the thing exists in this cloud. */
      readonly customConstraint?: string
      /** The constraints that the HOT type no longer expresses, as a sentence for a finding. */
      readonly note?: string
    }
  | { readonly unsupported: string }

/**
 * The five types that Heat's CloudFormation dialects have (heat/engine/parameters.py). Their names
 * are case-sensitive; `Json` and `Boolean` are Heat's own, AWS has no such types.
 */
const heatTypes: Readonly<Record<string, HotParameterType>> = {
  String: 'string',
  Number: 'number',
  CommaDelimitedList: 'comma_delimited_list',
  Json: 'json',
  Boolean: 'boolean',
}

interface ExistingResource {
  /** Which plug-in of the entry points `heat.constraints` checks it, and what that accepts. */
  readonly customConstraint?: string
  readonly note?: string
}

/**
 * AWS-specific types, each an identifier of something that exists already (CloudFormation User Guide, "Supported
 * AWS-specific parameter types"), with Heat's check for the thing that Heat's own `AWS::` resources use instead: a VPC
 * is a Neutron network there.
 */
const existingResources: Readonly<Record<string, ExistingResource>> = {
  'AWS::EC2::AvailabilityZone::Name': { note: 'Heat has no check for availability zones' },
  // Name or id: GlanceClientPlugin.find_image_by_name_or_id
  'AWS::EC2::Image::Id': { customConstraint: 'glance.image' },
  'AWS::EC2::Instance::Id': { customConstraint: 'nova.server' },
  // The name; an empty string passes: KeypairConstraint in heat/engine/clients/os/nova.py
  'AWS::EC2::KeyPair::KeyName': { customConstraint: 'nova.keypair' },
  // Name or id: NeutronClientPlugin.find_resourceid_by_name_or_id, likewise for the next four
  'AWS::EC2::SecurityGroup::GroupName': { customConstraint: 'neutron.security_group' },
  'AWS::EC2::SecurityGroup::Id': { customConstraint: 'neutron.security_group' },
  'AWS::EC2::Subnet::Id': { customConstraint: 'neutron.subnet' },
  'AWS::EC2::VPC::Id': { customConstraint: 'neutron.network' },
  'AWS::EC2::Volume::Id': { customConstraint: 'cinder.volume' },
  'AWS::Route53::HostedZone::Id': { customConstraint: 'designate.zone' },
}

/** What a `List<…>` may hold in addition to the types above. */
const listItems: Readonly<Record<string, string | undefined>> = {
  Number: 'Heat does not check that the items are numbers',
  String: undefined,
}

/**
 * The nearest HOT type of a CloudFormation parameter type, in Heat's and in AWS's naming. Names are case-sensitive, as
 * in Heat and AWS. `unsupported` is a type of AWS that no HOT parameter can represent, with the reason; undefined a
 * type that neither Heat nor AWS documents.
 */
export function parameterType(cfnType: string): ParameterTypeMeaning | undefined {
  const heatType = Object.hasOwn(heatTypes, cfnType) ? heatTypes[cfnType] : undefined
  if (heatType !== undefined) return { hot: heatType }
  const single = Object.hasOwn(existingResources, cfnType) ? existingResources[cfnType] : undefined
  if (single !== undefined) return { hot: 'string', ...single }
  if (cfnType.startsWith('AWS::SSM::Parameter::')) return ssmType(cfnType)
  const list = /^List<(.+)>$/.exec(cfnType)
  return list?.[1] === undefined ? undefined : listType(list[1])
}

/**
 * The name that Heat's CloudFormation dialects have for the nearest type of one of AWS; none for a type that no
 * parameter can represent.
 */
export function heatParameterTypes(cfnType: string): readonly string[] {
  const meaning = parameterType(cfnType)
  if (meaning === undefined || 'unsupported' in meaning) return []
  return Object.keys(heatTypes).filter((name) => heatTypes[name] === meaning.hot)
}

/** Whether Heat itself accepts the type in a CloudFormation template. */
export function isHeatParameterType(cfnType: string): boolean {
  return Object.hasOwn(heatTypes, cfnType)
}

/**
 * Heat validates a custom constraint on a `comma_delimited_list` for the list as a whole and refuses it
 * (`CustomConstraint._is_valid`, tried on Heat 19), so lists get none.
 */
function listType(item: string): ParameterTypeMeaning | undefined {
  if (Object.hasOwn(listItems, item)) return noted(listItems[item])
  if (!Object.hasOwn(existingResources, item)) return undefined
  return noted(`Heat cannot check the items of a list, so nothing checks that each ${item} exists`)
}

function noted(note: string | undefined): ParameterTypeMeaning {
  return { hot: 'comma_delimited_list', ...(note === undefined ? {} : { note }) }
}

/**
 * The CloudFormation type of what AWS looks up in Systems Manager for a type `AWS::SSM::Parameter::Value<…>`; undefined
 * for other types.
 */
export function ssmValueType(cfnType: string): 'String' | 'CommaDelimitedList' | undefined {
  const value = /^AWS::SSM::Parameter::Value<(.+)>$/.exec(cfnType)?.[1]
  if (value === undefined) return undefined
  return value === 'CommaDelimitedList' || value.startsWith('List<') ? 'CommaDelimitedList' : 'String'
}

function ssmType(cfnType: string): ParameterTypeMeaning | undefined {
  if (cfnType === 'AWS::SSM::Parameter::Name') {
    return {
      hot: 'string',
      note: 'there is no Systems Manager in OpenStack; the name is passed on as a string',
    }
  }
  if (!/^AWS::SSM::Parameter::Value<.+>$/.test(cfnType)) return undefined
  return {
    unsupported:
      'AWS looks the value up in Systems Manager when the stack is made; OpenStack has nothing to look it ' +
      'up in. Make it a plain type and give the value itself',
  }
}

/** What a parameter is declared as that gives a property, by the type of that; a property that takes anything says nothing. */
const givers: Readonly<Partial<Record<SchemaType, HotParameterType>>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  list: 'comma_delimited_list',
  map: 'json',
}

/** The type of a parameter that gives a property of a type; undefined where any may do. */
export function parameterTypeFor(property: SchemaType): HotParameterType | undefined {
  return givers[property]
}
