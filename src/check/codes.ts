/** The codes of what `check` finds in templates and environments, with what is known of each. */
import { type Behaviour, behavesAs, type CodeFacts } from './code-facts.ts'

export const checkCodes = {
  'bad-arguments': {
    title: 'Invalid arguments of a function',
    severity: 'error',
    behaves: ['on evaluation', 'refused everywhere', 'of values'],
    help: 'Correct the arguments. Heat refuses them, too.',
  },
  'bad-combination': {
    title: 'Properties that exclude or require one another',
    severity: 'error',
    behaves: ['of combinations', 'of values'],
    help: 'Add the missing property, or remove one of the two. Heat refuses the resource when it creates the stack.',
  },
  'bad-constraint': {
    title: 'An invalid constraint',
    severity: 'error',
    help: 'Correct it. Heat refuses the template.',
  },
  'bad-value': {
    title: 'An invalid value',
    severity: 'error',
    behaves: ['hides combinations', 'of values'],
    help: 'Correct it. Heat refuses the template.',
  },
  'circular-dependency': {
    title: 'A circular dependency',
    severity: 'error',
    behaves: ['refused everywhere'],
    help: 'Remove one of the dependencies. Heat refuses the circle.',
  },
  'client-json': {
    title: 'A template in braces that is not JSON',
    severity: 'warning',
    behaves: ['of the source', 'accepted by Heat'],
    help: 'Write it as JSON, or as YAML that does not begin with a brace. Heat itself reads it, and so it may be a nested template.',
  },
  'constant-comparison': {
    title: 'A comparison that is always false',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Compare with a value of the same type.',
  },
  'default-limit': {
    title: 'More than Heat allows by default',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Make it less, or have the operator of the cloud raise the limit.',
  },
  'deprecated-name': {
    title: 'A deprecated name',
    severity: 'info',
    behaves: ['accepted by Heat'],
    help: 'Nothing breaks yet. `hotshift upgrade --modernize` replaces types and properties where that changes nothing; replace other names, such as attributes, by hand.',
  },
  'deprecated-resource-type': {
    title: 'A deprecated or hidden resource type',
    severity: 'info',
    behaves: ['accepted by Heat'],
    help: 'It still works. `hotshift explain <type>` says what takes its place, and what differs.',
  },
  'dynamic-reference': {
    title: 'A dynamic reference of AWS, which Heat treats as a plain string',
    severity: 'warning',
    behaves: ['accepted by Heat', 'of AWS'],
    help: 'Pass the value by a parameter, with hidden: true if it is secret.',
    cost: { one: 'secret becomes a parameter', several: 'secrets become parameters' },
    accept:
      'if the template is read as AWS reads it, a new hidden parameter replaces the reference, and you must give it a value; if it is read as Heat reads it, the reference stays a plain string',
  },
  'excluded-reference': {
    title: 'A reference to a resource that its condition leaves out',
    severity: 'error',
    help: 'Use if with the same condition, or give what refers to it that condition. Heat refuses the template.',
  },
  'foreign-function': {
    title: 'A CloudFormation function in HOT that its version does not have',
    severity: 'error',
    help: 'Decide whether you want the function. Heat refuses it or passes it on as data.',
    cost: { one: 'mapping becomes a function', several: 'mappings become functions' },
    accept: 'the equivalent function of HOT replaces it',
  },
  'json-comment': {
    title: 'A comment in JSON',
    severity: 'error',
    behaves: ['of the source'],
    help: 'Remove it, or write the template as YAML. Heat refuses the file or reads the comment as a string.',
  },
  'misread-address': {
    title: 'A MAC address that Heat reads as another one',
    severity: 'error',
    behaves: ['accepted by Heat'],
    help: 'Put it in quotes. Digits with colons are a number to base 60 in YAML.',
  },
  'misread-placeholder': {
    title: 'A placeholder that is not replaced as it looks',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Correct the name, or write the whole placeholder as the key of params.',
  },
  'misread-value': {
    title: 'A value that Heat reads otherwise than it looks',
    severity: 'warning',
    behaves: ['said of results', 'accepted by Heat'],
    help: 'Put it in quotes, or write what Heat is to read.',
  },
  'missing-file': {
    title: 'A file that does not exist',
    severity: 'error',
    behaves: ['open in calls'],
    help: 'Correct the name, or add the file.',
  },
  'missing-key': {
    title: 'A required key is missing or empty',
    severity: 'error',
    behaves: ['refused everywhere'],
    help: 'Give it a value. Heat refuses the template without it.',
  },
  'missing-output': {
    title: 'An output that a nested template does not have',
    severity: 'warning',
    behaves: ['open in calls'],
    help: 'Correct the name, or add the output. Heat cannot create a resource that asks for it, and an output that does stays empty.',
  },
  'missing-property': {
    title: 'A required property is missing',
    severity: 'error',
    behaves: ['hides combinations', 'of values'],
    help: 'Give it a value. Heat cannot create the resource without it.',
  },
  'missing-value': {
    title: 'A parameter without a value',
    severity: 'error',
    help: 'Give a value in one of the environments, or give the parameter a default.',
  },
  'name-collision': {
    title: 'A name that is already taken',
    severity: 'error',
    help: 'Rename one of the two.',
  },
  'nested-error': {
    title: 'A nested template has errors',
    severity: 'error',
    help: 'Correct that template. Until then, Heat also refuses every template that uses it.',
  },
  'nested-parameter': {
    title: 'A parameter of a nested template has no value',
    severity: 'warning',
    behaves: ['open in calls'],
    help: 'Pass a value, or make sure that the environment gives one under parameter_defaults.',
  },
  'no-resources': {
    title: 'A template without resources',
    severity: 'warning',
    behaves: ['accepted by Heat', 'looked for last'],
    help: 'Correct the name or the indentation of the section, or write resources: {} if nothing is meant to be made.',
  },
  'no-such-version': {
    title: 'No valid heat_template_version',
    severity: 'error',
    behaves: ['of the version'],
    help: 'Correct it, or give the intended version with --assume-version.',
  },
  'not-a-mapping': {
    title: 'A section that must be a mapping is not one',
    severity: 'error',
    behaves: ['made by macros', 'refused everywhere'],
    help: 'Correct the template. Heat refuses it.',
  },
  'not-hidden': {
    title: 'NoEcho with a value that does not hide the parameter',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Write NoEcho: "true", or hidden: true in HOT, if the value is secret.',
  },
  'not-in-cloud': {
    title: 'Something that the cloud does not have',
    severity: 'error',
    help: 'Write what the cloud has, or take a newer one. `hotshift explain <type>` says what to write instead of a type.',
  },
  'not-resolved-here': {
    title: 'A function where Heat does not evaluate functions',
    severity: 'error',
    help: 'Move it. Heat evaluates functions in properties, metadata, policies, conditions and output values only.',
  },
  'possibly-excluded-reference': {
    title: 'A reference to a resource that its condition may leave out',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Use if with the same condition, or give what refers to it that condition. Heat refuses the template when the condition is false.',
  },
  'refused-parameter': {
    title: 'A value for a parameter that the template does not have',
    severity: 'error',
    behaves: ['of unknown names'],
    help: 'Correct the name, declare the parameter, or remove the value. What is meant for nested templates belongs below parameter_defaults.',
  },
  'rejected-default': {
    title: 'A default that Heat rejects where it is used',
    severity: 'warning',
    behaves: ['accepted by Heat', 'without a value'],
    help: 'Write another default, or remove it, so that a value must be given.',
  },
  'removed-resource-type': {
    title: 'A resource type that can no longer be created',
    severity: 'warning',
    behaves: ['accepted by Heat', 'type preserved'],
    help: 'Write what the message names. `hotshift explain <type>` says what becomes of its properties.',
  },
  'several-constraints': {
    title: 'Several constraints in one entry; only one counts',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Write each constraint as its own entry.',
  },
  'two-item-if': {
    title: 'An if with two items, which Heat fails to copy',
    severity: 'warning',
    help: 'Use list_concat or map_merge with an if that gives the value or an empty list or map.',
  },
  'undeclared-parameter': {
    title: 'A value for an undeclared parameter',
    severity: 'warning',
    behaves: ['of unknown names'],
    help: 'Correct the name, or remove the value.',
  },
  'unfit-template': {
    title: 'A template that does not fit the type it is registered for',
    severity: 'error',
    help: 'Give it the parameters and outputs of the type, or register it under a name of its own. Heat refuses the resource.',
  },
  'unknown-attribute': {
    title: 'An unknown attribute',
    severity: 'error',
    help: 'Correct the name. Heat refuses it.',
  },
  'unknown-constraint': {
    title: 'An unknown custom constraint',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Correct the name. A cloud without a plug-in of this name refuses every value.',
  },
  'unknown-key': {
    title: 'An unknown key',
    severity: 'error',
    help: 'Remove or correct it. Heat refuses it.',
  },
  'unknown-parameter-type': {
    title: 'An unknown parameter type',
    severity: 'error',
    help: 'Use one of Heat’s types.',
  },
  'unknown-property': {
    title: 'An unknown property or policy',
    severity: 'error',
    behaves: ['of a property name', 'hides combinations'],
    help: 'Remove or correct it. Heat refuses it.',
  },
  'unknown-reference': {
    title: 'A reference to an undeclared name',
    severity: 'error',
    behaves: ['made by macros', 'refused everywhere'],
    help: 'Declare the parameter or resource, or correct the name.',
  },
  'unknown-resource-type': {
    title: 'An unknown resource type',
    severity: 'warning',
    behaves: ['of plug-ins', 'refused with named environments'],
    help: 'Correct or replace it, or map the type to a template in an environment.',
  },
  'unknown-section': {
    title: 'An unknown section',
    severity: 'error',
    help: 'Expand or remove it. Heat refuses it.',
  },
  'unread-deployment': {
    title: 'A software deployment that the server never reads',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Set user_data_format of the server to SOFTWARE_CONFIG. The stack waits for the deployment until it times out.',
  },
  'unread-key': {
    title: 'A key that Heat ignores',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Remove or correct it. It has no effect.',
  },
  'unread-script': {
    title: 'A script or cloud-config that the server does not read',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Correct it. Heat passes it on as it is, and the server starts without it.',
  },
  'unresolved-call': {
    title: 'Looks like a function, but Heat treats it as data',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'If you mean the function, declare a version that has it, or replace it.',
  },
  'unused-declaration': {
    title: 'Conditions, mappings or placeholders that nothing uses',
    severity: 'info',
    behaves: ['accepted by Heat', 'looked for last'],
    help: 'Remove them, or use them.',
  },
  'version-too-old': {
    title: 'The target version is too old',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Replace it by something that the target version has.',
  },
  'yaml-tag': {
    title: 'A YAML tag that Heat refuses',
    severity: 'error',
    behaves: ['of the source'],
    help: 'Write the function that it stands for in its long form. Correct a tag that is misspelt, and quote a string that begins with an exclamation mark.',
  },
} as const satisfies Record<string, CodeFacts>

export type CheckCode = keyof typeof checkCodes

/** Whether such a code behaves in a way. */
export function checkBehaves(code: CheckCode, as: Behaviour): boolean {
  return behavesAs(checkCodes[code], as)
}
