import { type Behaviour, behavesAs, type CodeFacts } from '../../heat/code-facts.ts'
import { blueprints } from '../../rules/blueprint/rules.ts'
import { capabilitiesOfEnvironments } from '../../rules/capabilities/rules.ts'
import type { OwnCode } from '../../rules/own-rule.ts'
import { templateCodes } from '../../rules/rules.ts'
import { sdcCodes } from '../../rules/sdc/codes.ts'

export type { CodeFacts as CatalogueEntry, Severity } from '../../heat/code-facts.ts'

const documents = {
  'json-syntax': {
    title: 'The file is neither JSON nor YAML',
    severity: 'error',
    help: 'Correct the syntax at this position.',
  },
  'json-raw-control': {
    title: 'A raw line break or control character in a JSON string',
    severity: 'error',
    help: 'Write \\n or \\t instead.',
  },
  'lone-surrogate': {
    title: 'Half of a surrogate pair in an escape',
    severity: 'error',
    help: 'Write the character itself, or both halves of its escape.',
  },
  'yaml-syntax': {
    title: 'Invalid YAML',
    severity: 'error',
    help: 'Correct the syntax at this position.',
  },
  'yaml-indentation': {
    title: 'Inconsistent indentation',
    severity: 'error',
    help: 'Give all entries of one list or mapping the same indentation.',
  },
  'yaml-tab': {
    title: 'A tab in the indentation',
    severity: 'error',
    help: 'Indent with spaces.',
  },
  'yaml-several-documents': {
    title: 'Several YAML documents in one file',
    severity: 'error',
    help: 'Split the file. Heat reads one document per file.',
  },
  'yaml-directive': { title: 'Unknown YAML directive', severity: 'error', help: 'Remove the line.' },
  'yaml-anchor': {
    title: 'An anchor or alias that Heat cannot read',
    severity: 'error',
    help: 'Rename the anchor, or define it before it is used.',
  },
  'yaml-escape': {
    title: 'An invalid escape in a double-quoted string',
    severity: 'error',
    help: 'Write the character itself, or use single quotes.',
  },
  'yaml-block-header': {
    title: 'An invalid block scalar header',
    severity: 'error',
    help: 'Use | or >, with - or + and a digit if needed.',
  },
  'yaml-value': { title: 'A value that PyYAML rejects', severity: 'error', help: 'Quote the value.' },
  'yaml-key': {
    title: 'A list or mapping used as a key',
    severity: 'error',
    help: 'Quote the key, in particular {{ }}.',
  },
  'odd-character': {
    title: 'A character that YAML readers treat differently',
    severity: 'error',
    help: 'Write it as an escape in a double-quoted string, or remove it.',
  },
  'nesting-too-deep': {
    title: 'Too many levels of nesting',
    severity: 'error',
    help: 'Reduce the nesting. No template needs this many levels.',
  },
  'invalid-utf8': { title: 'The file is not UTF-8', severity: 'error', help: 'Convert it to UTF-8.' },
} as const satisfies Record<string, CodeFacts>

const reading = {
  'readings-differ': {
    title: 'Heat and AWS read this differently',
    severity: 'warning',
    behaves: ['of readings'],
    help: 'Say which reading you mean: --from aws or --from heat.',
  },
  'duplicate-key': {
    title: 'A duplicate key; the last one counts',
    severity: 'warning',
    help: 'Remove the entry that has no effect.',
  },
  'shadowed-edit': {
    title: 'An edit of an entry that a later duplicate key overrides',
    severity: 'error',
    behaves: ['of no effect', 'indivisible'],
    help: 'First remove the entry that has no effect.',
  },
  'anchor-edit': {
    title: 'An edit that would change the meaning of an alias elsewhere',
    severity: 'error',
    behaves: ['indivisible'],
    help: 'Replace the alias with the value itself.',
  },
} as const satisfies Record<string, CodeFacts>

const functions = {
  'unknown-function': {
    title: 'An unknown function',
    severity: 'error',
    behaves: ['general', 'of a version'],
    help: 'Replace the function with its value.',
  },
  'no-equivalent': {
    title: 'HOT has no equivalent',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Replace it with a parameter or with the value itself.',
  },
  'data-becomes-call': {
    title: 'Data that the target version would evaluate as a function',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Pass the data in by a json parameter.',
  },
  'newer-function': {
    title: 'Data today, a function in the target version',
    severity: 'error',
    help: 'Choose one of them. Heat passes it on as data today.',
    cost: { one: 'mapping becomes a function', several: 'mappings become functions' },
    accept: 'Heat evaluates it as a function, as the author probably intended',
  },
  'group-attribute-path': {
    title: 'A group attribute whose path 2014-10-16 and newer read differently',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Name the member (resource.0), or let yaql select from the list: --accept select-by-yaql (needs 2016-10-14).',
    cost: {
      one: 'item of a group becomes a numbered member',
      several: 'items of groups become numbered members',
    },
    accept:
      'the list item becomes the member with that number (resource.0), which changes when members are removed; a path that returned nothing is applied to the members',
  },
  'select-by-yaql': {
    title: 'Only yaql can select this item in the target version',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Use the whole list, or accept yaql (needs 2016-10-14). For an item of a group, --accept group-attribute-path names the member (resource.0) instead.',
    cost: { one: 'item is selected by yaql', several: 'items are selected by yaql' },
    accept:
      'yaql selects the item; it fails if the list is longer than the cloud allows yaql to read (200 items by default)',
  },
  'refused-template': {
    title: 'A function in a template that Heat rejects today',
    severity: 'warning',
    settles: ['foreign-function', 'newer-function'],
    help: 'Read the diff. Nothing is deployed from this template today, so hotshift reads it as a function, as the author probably intended.',
  },
  'newer-form': {
    title: 'An older version does not support this',
    severity: 'error',
    help: 'Replace it, or choose a newer version with --to.',
  },
  'newer-already': {
    title: 'The template already declares a newer version',
    severity: 'info',
    help: 'Nothing to do. Without --keep-newer it is lowered if the older version supports all of it.',
  },
  'other-kind': {
    title: 'A file for another command',
    severity: 'info',
    help: 'Run the command that the message names.',
  },
  'undeclared-version': {
    title: 'A CloudFormation template without a version',
    severity: 'info',
    help: 'Nothing to do for a CloudFormation template; Heat itself would reject it.',
  },
  'other-version': {
    title: 'Uses a version other than the default',
    severity: 'info',
    replaces: 'function-kept',
    help: 'Nothing to do, if your Heat supports that version. --to chooses another one.',
  },
  'function-kept': {
    title: 'The result has a function that newer versions of HOT lack',
    severity: 'info',
    help: 'Nothing to do for this version. For a newer one, replace the list of zones with a parameter (--accept availability-zones).',
  },
  'version-too-new': {
    title: 'Only versions older than the target have this',
    severity: 'error',
    behaves: ['general', 'of a version'],
    help: 'Replace it with something that the target version has.',
  },
  'join-refuses': {
    title: 'An item that Heat rejects to join',
    severity: 'warning',
    help: 'Join strings only. In the rewritten template a number becomes a string; a list or mapping still fails.',
  },
  'always-fails': {
    title: 'Always fails in Heat',
    severity: 'error',
    help: 'Correct the call: Heat fails there for every value.',
  },
  'select-null': {
    title: 'HOT returns null for a missing item of an attribute',
    severity: 'info',
    help: 'Check what uses the value: Fn::Select returns an empty string instead.',
    cost: { one: 'missing item becomes null', several: 'missing items become null' },
    accept: 'null replaces the empty string that Fn::Select returns when the attribute has no such item',
  },
  'split-index': {
    title: 'HOT fails when a split string has fewer parts than the index',
    severity: 'warning',
    help: 'Make sure that the string always has enough parts. Fn::Select returns an empty string otherwise.',
  },
  'select-json-text': {
    title: 'Fn::Select decodes JSON from a string parameter',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Change the parameter to type json, or pass in the value itself. HOT cannot decode JSON.',
    cost: { one: 'parameter becomes json', several: 'parameters become json' },
    accept: 'the parameter gets the type json; callers must pass a JSON value',
  },
  'select-text': {
    title: 'Fn::Select from a value that may be JSON in a string',
    severity: 'error',
    behaves: ['of a version'],
    help: 'Pass in the value itself. Versions of HOT after 2015-04-30 cannot decode JSON.',
    cost: { one: 'value must be a list or mapping', several: 'values must be lists or mappings' },
    accept: 'the value is treated as a list or map, which HOT can index',
  },
  'import-value': {
    title: 'Heat stacks do not export values',
    severity: 'error',
    behaves: ['of AWS'],
    help: 'Accept a parameter, and pass the output of the other stack to it.',
    cost: { one: 'import becomes a parameter', several: 'imports become parameters' },
    accept:
      'a new parameter replaces Fn::ImportValue; you must give it a value, for example in the file of --write-environment',
  },
  'imported-output': {
    title: 'An import from another file of the run becomes a parameter',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Create the other stack first, and give the parameter the value of that output.',
  },
  'not-composed': {
    title: 'The template of --compose cannot be written',
    severity: 'error',
    help: 'Convert the other files as well, or leave them out of the run with --ignore. Without --compose the files are converted one by one.',
  },
  'no-value-null': {
    title: 'A condition removes a property with AWS::NoValue',
    severity: 'error',
    help: 'Write the resource twice with opposite conditions, or accept null.',
    cost: { one: 'null replaces AWS::NoValue', several: 'nulls replace AWS::NoValue' },
    accept:
      'null replaces AWS::NoValue: where the property has no default, Heat reads an empty string, 0, false, or an empty list or map',
  },
  'null-is-default': {
    title: 'Null replaces AWS::NoValue in a property with a default',
    severity: 'info',
    settles: ['no-value-null'],
    help: 'Nothing to do. With null the property has its default, as if it were absent.',
  },
  'null-for-absent': {
    title: 'Null replaces AWS::NoValue in a property that Heat does not have',
    severity: 'warning',
    settles: ['no-value-null'],
    help: 'Make sure that the template or plug-in for this type treats null as absent.',
  },
  'availability-zones': {
    title: 'HOT cannot list the availability zones',
    severity: 'error',
    behaves: ['of AWS', 'of a version'],
    help: 'Accept a parameter, or write the zones yourself.',
    cost: { one: 'list of zones becomes a parameter', several: 'lists of zones become a parameter' },
    accept: 'a new parameter availability_zones replaces Fn::GetAZs; you must give it a value',
  },
  'account-mapping': {
    title: 'A mapping whose keys are AWS accounts, not projects',
    severity: 'error',
    behaves: ['of AWS'],
    help: 'Accept a parameter that names the account, or use project ids or names as keys.',
    cost: {
      one: 'lookup by the account takes a parameter',
      several: 'lookups by the account take a parameter',
    },
    accept: 'a new parameter replaces AWS::AccountId in the lookup; you must give it one of the accounts',
  },
  'stack-id': {
    title: 'AWS::StackId is an ARN',
    severity: 'info',
    help: 'Nothing to do. Accept it if you want the id alone.',
    accept: 'OS::stack_id, the id alone, replaces the ARN',
  },
  'new-parameter': {
    title: 'The template gets a new parameter',
    severity: 'warning',
    help: 'Give it a value, or edit its default.',
  },
  'region-constant': {
    title: 'AWS::Region is a constant in Heat',
    severity: 'info',
    help: 'Check whether ap-southeast-1 is what you want: Heat returns it on every cloud. migrate --region-parameter makes it a parameter instead.',
  },
  'account-is-project': {
    title: 'The project id replaces the AWS account id',
    severity: 'warning',
    help: 'Check that the string it becomes part of still makes sense.',
  },
  'unknown-mapping': {
    title: 'A lookup in an unknown mapping',
    severity: 'error',
    help: 'Write the name of a mapping that the template has.',
  },
  'mapping-parameter': {
    title: 'A mapping becomes a json parameter',
    severity: 'info',
    help: 'Nothing to do. The mapping can now be set from outside; a missing key returns an empty string instead of an error.',
  },
  'unused-mapping': {
    title: 'An unused mapping is removed',
    severity: 'info',
    help: 'Nothing to do.',
  },
} as const satisfies Record<string, CodeFacts>

const parts = {
  'template-metadata': {
    title: 'Metadata of the template is removed',
    severity: 'warning',
    help: 'Keep it elsewhere if one of your tools reads it. It has no effect on what is deployed.',
  },
  'rules-section': {
    title: 'Rules that check parameters on AWS',
    severity: 'error',
    behaves: ['of AWS'],
    help: 'Write constraints of single parameters. Rules that only repeat such constraints are removed without asking.',
    cost: { one: 'section of rules is removed', several: 'sections of rules are removed' },
    accept: 'the rules are removed; Heat then accepts values that they reject',
  },
  'template-transform': {
    title: 'A macro that only AWS can expand',
    severity: 'error',
    help: 'Let AWS expand the template, or accept its removal.',
    cost: { one: 'macro is removed', several: 'macros are removed' },
    accept: 'the macro is removed, as if it changed nothing',
  },
  'unused-transform': {
    title: 'An unused macro is removed',
    severity: 'warning',
    help: 'Nothing to do.',
  },
  'ssm-parameter': {
    title: 'A parameter that AWS looks up in Systems Manager',
    severity: 'error',
    behaves: ['of AWS'],
    help: 'Accept a plain parameter, and give it the value itself. OpenStack has no such service.',
    cost: { one: 'parameter loses its default', several: 'parameters lose their defaults' },
    accept:
      'the parameter becomes a plain one without a default; you must give it a value, for example in the file of --write-environment',
  },
  'parameter-type': {
    title: 'An AWS parameter type becomes the nearest type of Heat',
    severity: 'info',
    help: 'Check that the values are valid.',
  },
  'list-pattern': {
    title: 'A pattern for the items of a list',
    severity: 'error',
    behaves: ['of AWS'],
    help: 'Name the allowed values instead, or accept that nothing checks the items.',
    cost: { one: 'pattern for a list is removed', several: 'patterns for lists are removed' },
    accept: 'the pattern is removed; Heat then accepts items that do not match it',
  },
  'ignored-key': {
    title: 'A key that Heat ignores is removed',
    severity: 'warning',
    help: 'Nothing to do. It has no effect in Heat.',
  },
  'aws-only-key': {
    title: 'A key that only AWS acts on',
    severity: 'error',
    help: 'Use a wait condition if the stack must wait, or remove the key.',
    cost: { one: 'key that AWS acts on is removed', several: 'keys that AWS acts on are removed' },
    accept: 'the key is removed: the stack completes earlier, or all members are updated at once',
  },
  'aws-only-property': {
    title: 'A property that only AWS acts on',
    severity: 'warning',
    replaces: 'unknown-property',
    help: 'Replace it with an equivalent of your cloud, or remove it.',
    accept: 'the property is removed and its setting is lost',
    cost: {
      one: 'property that only AWS acts on is removed',
      several: 'properties that only AWS acts on are removed',
    },
  },
  'open-to-any-source': {
    title: 'A security group rule that would admit any source',
    replaces: 'ignored-source',
    severity: 'error',
    behaves: ['security', 'native loss'],
    help: 'Restrict the rule in a way that Heat applies, or accept that it admits everybody.',
    accept: 'the rule is converted, and admits every address',
    cost: { one: 'rule admits any source', several: 'rules admit any source' },
  },
  'restrict-rule': {
    title: 'A security group rule that gets ports, so that Heat applies its source',
    severity: 'error',
    help: 'Accept it, or give the rule ports yourself.',
    accept: 'the rule gets FromPort: -1 and ToPort: -1, with which Heat applies CidrIp as AWS does',
    cost: { one: 'rule is restricted as on AWS', several: 'rules are restricted as on AWS' },
  },
  'unknown-to-aws': {
    title: 'A property or attribute that AWS does not have',
    severity: 'warning',
    help: 'Write a name that AWS has; it rejects this one.',
  },
  'unused-constraint-description': {
    title: 'A ConstraintDescription without a constraint',
    severity: 'info',
    help: 'Nothing to do. It is added to the description, or removed if either of the two is not a plain string.',
  },
  'deprecated-attribute': {
    title: 'A deprecated attribute whose successor has nearly the same value',
    severity: 'info',
    help: 'Heat still returns it. Its replacement has another value until the resource exists.',
    accept:
      'get_resource returns the queue instead, and the first address of its network the server; accessIPv4 was empty, the address is not',
  },
  'router-gateway': {
    title: 'A router gateway in its own resource',
    severity: 'warning',
    behaves: ['replayed'],
    help: 'Move it to external_gateway_info of the router.',
    accept:
      'the gateway moves into its router; on a live stack, Heat clears the gateway once more when it deletes the old resource',
  },
  'neutron-lbaas': {
    title: 'A load balancer of Neutron LBaaS, which is retired',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Use the Octavia type of the same name, which has the same properties.',
    accept:
      'the load balancers of a stack become those of Octavia, with all their parts in all templates, or none of them; a live stack gets new ones, and the old ones are deleted',
  },
  'elastic-load-balancer': {
    title: 'A load balancer of AWS, which Octavia replaces with losses',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Use a load balancer, listeners and pools of Octavia, which cover most of it.',
    accept:
      'the load balancers of a template become those of Octavia with their target groups and listeners, all of them or none: one virtual IP, no DNS name, no AWS attributes',
  },
  'nova-floating-ip': {
    title: 'A floating IP of Nova, which Neutron has replaced',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Use OS::Neutron::FloatingIP and OS::Neutron::FloatingIPAssociation.',
    accept:
      'the floating IPs of a stack and their associations become those of Neutron, all of them or none; a live stack gets new addresses',
  },
} as const satisfies Record<string, CodeFacts>

const files = {
  'target-exists': {
    title: 'The output file already exists',
    severity: 'error',
    behaves: ['of writing'],
    help: "Move it away, or delete it if it is an older result. migrate can give results another name: --name '{stem}-hot.yaml'.",
  },
  'same-template': {
    title: 'A YAML file of the same name is the same template',
    severity: 'error',
    help: 'Delete the JSON file. Converted, both files are the same.',
  },
  'reference-not-followed': {
    title: 'A file that refers to this one cannot be changed with it',
    severity: 'error',
    help: 'Fix what blocks the other file, or change the reference by hand.',
  },
  'mentions-old-name': {
    title: 'Another file mentions a template by its old name',
    severity: 'warning',
    help: 'Write the new name there, or use --rename-mentions. Addresses are left to you.',
  },
  'not-a-template': {
    title: 'Not a template',
    severity: 'error',
    help: 'A template is a mapping with heat_template_version, HeatTemplateFormatVersion or AWSTemplateFormatVersion. Pass an environment with --env, together with its template.',
  },
  'json-not-edited': {
    title: 'JSON is not edited in place',
    severity: 'error',
    help: 'Convert it in the same command: -t cfn/json-to-yaml -t …',
  },
  'lone-step': {
    title: 'Heat rejects the result of this transform alone',
    severity: 'error',
    help: 'Run migrate or upgrade, or add the other transforms with -t.',
  },
  'json-number': {
    title: 'A number that Heat rejects',
    severity: 'error',
    help: 'Use fewer digits.',
  },
  'template-language': {
    title: 'A source file of Jinja or a similar program',
    severity: 'error',
    help: 'Rewrite the output of that program.',
  },
  'templated-file': {
    title: 'A template of Jinja or a similar program',
    severity: 'info',
    help: 'Rewrite the output of that program, or run with --templated, which rewrites everything outside Jinja tags and proves it for rendered files.',
  },
  rendered: {
    title: 'A file with Jinja tags is rewritten',
    severity: 'info',
    help: 'Nothing to do. Run `hotshift check` on the output of the other program with your values.',
  },
  'version-only': {
    title: 'Only the version of a file with tags is changed',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'Run `hotshift check` on the output of the other program: it may use functions that the new version does not have.',
  },
  'meaning-differs': {
    title: 'The result would have another meaning',
    severity: 'error',
    help: 'Nothing was changed. Check your own transforms first; otherwise please report this as a bug.',
  },
  'meaning-unproved': {
    title: 'The result could not be proved to have the same meaning',
    severity: 'error',
    help: 'Compare both for every possible value, write the original as the rewrite does, or run with --allow-unproved.',
  },
  'proof-over-budget': {
    title: 'The proof exceeds its limit of time or memory',
    severity: 'error',
    help: 'Simplify nested str_replace or aliases of aliases, or split the template. Or check the diff carefully and run with --allow-unproved.',
  },
  'refused-before': {
    title: 'Heat rejects the original and accepts the result',
    severity: 'warning',
    help: 'Check what the result creates, since no stack was created from the original; if the original is wrong, correct it.',
  },
  'meaning-accepted': {
    title: 'The meaning changes as you asked',
    severity: 'info',
    help: 'Nothing to do. All other changes are proved to preserve the meaning.',
  },
  'meaning-corresponds': {
    title: 'Native resources match their AWS counterparts',
    severity: 'info',
    help: 'Read the findings about what is lost; docs/native.md describes what is compared.',
  },
  'output-differs': {
    title: 'The result does not read as intended',
    severity: 'error',
    behaves: ['defect'],
    help: 'Nothing was changed. Your own transforms must change nodes with functions such as withEntries; if you have none, please report this as a bug.',
  },
  'internal-error': {
    title: 'hotshift failed on this file',
    severity: 'error',
    behaves: ['defect'],
    help: 'Nothing was changed. Please report this as a bug.',
  },
} as const satisfies Record<string, CodeFacts>

const environments = {
  'default-dropped': {
    title: 'A default that never took effect is removed',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Nothing to do. The environment, or every call, already gave the parameter another value.',
  },
  'manifest-wrong': {
    title: 'MANIFEST.json does not match the package',
    severity: 'error',
    behaves: ['of a manifest'],
    help: 'Correct the entry, or add the file.',
  },
  'manifest-incomplete': {
    title: 'MANIFEST.json does not list a file of the package',
    severity: 'warning',
    behaves: ['of a manifest'],
    help: 'List the file, or remove it from the package.',
  },
  'package-too-large': {
    title: 'Too many locations for one run',
    severity: 'error',
    help: 'Repair one requirement after the other with --only, or split the package.',
  },
  'not-renamed': {
    title: 'A rename is not possible',
    severity: 'error',
    help: 'Resolve the conflict, or choose another name. Nothing was renamed.',
  },
  'rename-repairs': {
    title: 'An unresolved name now refers to the renamed item',
    severity: 'warning',
    help: 'Check that this is meant: until now Heat rejected or ignored the name here.',
  },
  'parameter-not-edited': {
    title: 'An edit of a parameter is not possible',
    severity: 'error',
    help: 'Change what the message names, or choose another edit. Nothing was edited.',
  },
  'required-parameter': {
    title: 'A parameter has no value unless one is passed',
    severity: 'warning',
    help: 'Set it in an environment, or pass it when you create or update the stack.',
  },
  'value-parameterized': {
    title: 'A property reads a parameter whose default differs',
    severity: 'warning',
    help: 'Check the default, or set the old value in the environment.',
  },
  'near-copy': {
    title: 'A template that is nearly the same as an edited one',
    severity: 'info',
    help: 'Read the diff. --alike sets how similar templates must be.',
  },
  'edit-left': {
    title: 'A part of an edit that does not fit a near-copy',
    severity: 'error',
    help: 'If it belongs here too, edit this template by hand.',
  },
  'resource-renamed': {
    title: 'A resource is renamed',
    severity: 'warning',
    help: 'Make sure that a live stack may lose it: an update creates a new resource and deletes the old one.',
  },
  'default-kept': {
    title: 'A default that cannot be moved',
    severity: 'error',
    behaves: ['of a default'],
    help: 'Fix what the message names, or move the value by hand.',
  },
  'default-assigned': {
    title: 'A default for a parameter that ONAP assigns',
    severity: 'warning',
    behaves: ['of a default'],
    help: 'Remove the default if nothing relies on it. Such a value must not enter an environment.',
  },
  'placeholder-text': {
    title: 'A placeholder for a description',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'Write a description.',
  },
  'default-shared': {
    title: 'A parameter is now passed to a nested template that had the same default',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'If the two must differ, rename the parameter of the nested template.',
  },
  'other-environment': {
    title: 'An environment without the moved defaults',
    severity: 'info',
    behaves: ['of a change'],
    help: 'If you use it with this template, add the values.',
  },
  'environment-outweighed': {
    title: 'An environment whose value no longer counts',
    severity: 'warning',
    behaves: ['of a change'],
    help: 'If stacks use both environments, remove the value from one of them.',
  },
} as const satisfies Record<string, CodeFacts>

/** What concerns transforms that are not hotshift's own. */
const ownTransforms = {
  'transform-not-found': {
    title: 'Transform not found',
    severity: 'error',
    help: 'Name a file that ends in .ts, .mts, .js or .mjs, a folder with such an index file, or a transform that `hotshift list` names.',
  },
  'transform-not-loaded': {
    title: 'A transform cannot be loaded',
    severity: 'error',
    help: 'Fix what the message names. `node --check` says more about syntax errors.',
  },
  'no-transform': {
    title: 'The file does not export a transform',
    severity: 'error',
    help: 'Export the result of templateTransform or packageTransform: export default templateTransform({ title, run }).',
  },
  'transform-failed': {
    title: 'Your transform failed',
    severity: 'error',
    behaves: ['defect'],
    help: 'Fix the transform. HOTSHIFT_DEBUG=1 shows the stack.',
  },
  'not-settled': {
    title: 'A second run would change the file again',
    severity: 'error',
    help: 'Return the same template object when there is nothing to do.',
  },
  'comment-lost': {
    title: 'A comment would be lost',
    severity: 'warning',
    help: 'If the comment is still true, add it to the result. In your own transform, change nodes with withEntries, withItems and withValue, which preserve comments.',
  },
  'own-error': {
    title: 'An error from your transform',
    severity: 'error',
    help: 'Your transform reports it.',
  },
  'own-warning': {
    title: 'A warning from your transform',
    severity: 'warning',
    help: 'Your transform reports it.',
  },
  'own-info': { title: 'A note from your transform', severity: 'info', help: 'Nothing to do.' },
} as const satisfies Record<string, CodeFacts>

const native = {
  'native-type': {
    title: 'A resource gets a native OpenStack type',
    severity: 'info',
    behaves: ['native type', 'of a change'],
    help: 'Use the result for new stacks. On a live stack Heat replaces the resource.',
  },
  'native-note': {
    title: 'A small difference of the native resource',
    severity: 'info',
    behaves: ['of a change'],
    help: 'Nothing to do, unless you rely on it.',
  },
  'native-behaviour': {
    title: 'The native resource behaves differently',
    severity: 'warning',
    behaves: ['of a change', 'native loss'],
    help: 'Check whether you rely on it. docs/native.md lists what each type loses.',
  },
  'native-kept': {
    title: 'A resource keeps its AWS type',
    severity: 'warning',
    behaves: ['type preserved'],
    help: 'Nothing to do. It stays valid in HOT and works together with native resources.',
  },
  'native-manual': {
    title: 'The native equivalent needs a decision',
    severity: 'warning',
    help: 'Replace it by hand if you want to. It stays valid in HOT.',
  },
  'no-native-type': {
    title: 'An AWS type that Heat does not have',
    severity: 'error',
    help: 'Replace it, or map the type to a template in an environment and accept it.',
    cost: { one: 'type needs an environment', several: 'types need an environment' },
    accept: 'the type stays; an environment must map it to a template',
  },
  'aws-name': {
    title: 'A name that exists on AWS only',
    severity: 'warning',
    help: 'Add the name to the --map file, or replace it by hand.',
  },
  'name-not-mapped': {
    title: 'A name of the --map file that is not written, because the parameter is also used elsewhere',
    severity: 'warning',
    help: 'Change the default and the allowed values by hand, if the other uses accept the new names.',
  },
  'names-clash': {
    title: 'Two keys of a mapping would get the same name',
    severity: 'error',
    help: 'Give them different names in the --map file, or merge the entries by hand.',
  },
  'unimplemented-property': {
    title: 'A property that Heat rejects is removed',
    severity: 'warning',
    help: 'Nothing to do: Heat accepts no template with it.',
  },
  'login-user': {
    title: 'A native server has another login user',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Check that nothing logs in as ec2-user: Heat creates that user for AWS::EC2::Instance only. --native=strict, or nativize --strict, leaves such servers as they are.',
    accept: 'servers become OS::Nova::Server, and the key belongs to the default user of the image',
  },
  'group-members': {
    title: 'A native group tags and updates its members differently',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Accept it if no alarm matches on metering.groupname or metering.AutoScalingGroupName.',
    accept:
      'groups become OS::Heat::AutoScalingGroup: members lose the metering tags, and each update of the definition replaces all of them',
  },
  'owner-acl': {
    title: 'A native container has no access list for its owner',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Accept it if the roles of Swift are enough. HOT cannot name the project and user that create a stack.',
    accept:
      'buckets become OS::Swift::Container; the roles of Swift then decide who in the project has access',
  },
  'external-network': {
    title: 'A native resource needs the name of the external network',
    severity: 'warning',
    behaves: ['native loss'],
    help: 'Accept a parameter for it, or keep the AWS type.',
    accept: 'a new parameter external_network names it; you must give it a value',
  },
} as const satisfies Record<string, CodeFacts>

/** Files that cannot be found, read or written. */
const disk = {
  'path-not-found': {
    title: 'No such file or directory',
    severity: 'error',
    help: 'Check the spelling; paths are relative to the working directory.',
  },
  'empty-directory': {
    title: 'A directory without files',
    severity: 'error',
    help: 'Check the path, and whether an ignore file excludes what you mean.',
  },
  'glob-without-match': {
    title: 'A pattern that matches no file',
    severity: 'error',
    help: 'Quote the pattern, so that the shell does not expand it, and check whether an ignore file excludes what you mean.',
  },
  'unreadable-file': {
    title: 'File cannot be read',
    severity: 'error',
    help: 'Check that it is a file, and the permissions of it and of the folders above it.',
  },
  'unreadable-directory': {
    title: 'Directory cannot be read',
    severity: 'error',
    help: 'Check its permissions, or exclude it with --ignore.',
  },
  'broken-link': {
    title: 'A broken symbolic link',
    severity: 'warning',
    behaves: ['error if named'],
    help: 'Repair or delete the link, or exclude it with --ignore.',
  },
  'link-not-followed': {
    title: 'A symbolic link out of the given paths',
    severity: 'info',
    behaves: ['of a link'],
    help: 'Give its target as a path, too, if you want to include it.',
  },
  'special-file': {
    title: 'Not a regular file',
    severity: 'info',
    behaves: ['error if named'],
    help: 'Save the content to a regular file. Pipes, sockets and devices are not read.',
  },
  'undecodable-name': {
    title: 'File name is not UTF-8',
    severity: 'warning',
    help: 'Rename the file; a name that is not UTF-8 cannot be reported or patched reliably.',
  },
  'unused-ignore': {
    title: 'A comment that ignores nothing',
    severity: 'warning',
    behaves: ['of an ignoring comment'],
    help: 'Remove the code from the comment.',
  },
  'unknown-ignore': {
    title: 'A hotshift-ignore comment with a code that does not exist',
    severity: 'error',
    help: 'Correct the code. `hotshift rules` lists all of them.',
  },
  'malformed-ignore': {
    title: 'A hotshift-ignore comment without a code or reason',
    severity: 'warning',
    behaves: ['of an ignoring comment'],
    help: 'Write # hotshift-ignore <code>: reason, or # hotshift-ignore-file <code>: reason.',
  },
  'binary-file': {
    title: 'A large binary file',
    severity: 'info',
    help: 'Nothing to do. It is not a template.',
  },
  'file-too-large': {
    title: 'A file that is too large for a template',
    severity: 'warning',
    help: 'Exclude it with --ignore.',
  },
  'not-bundled': {
    title: 'A stack that cannot be made one request',
    severity: 'error',
    help: 'Correct the name, or remove what needs the file.',
  },
  'not-self-contained': {
    title: 'A stack that one template and one environment cannot hold',
    severity: 'error',
    help: 'Use --for api or --for ansible, which carry all files.',
  },
  'document-too-large': {
    title: 'A template that is too large to be checked in the editor',
    severity: 'info',
    help: 'Run hotshift check on the command line.',
  },
  'neighbour-not-read': {
    title: 'Other files that the editor does not read',
    severity: 'info',
    help: 'Run hotshift check on the command line, or move large files other than templates elsewhere.',
  },
  'archive-not-read': {
    title: 'Archive cannot be read',
    severity: 'error',
    help: 'Pack it again. It is damaged, or not a zip archive of one part with stored or deflated files.',
  },
  'archive-unsafe': {
    title: 'An archive that could write outside of its folder',
    severity: 'error',
    help: 'Check where it comes from, then pack the files again. Absolute names, "..", links, overlapping files, files of git and names of devices are refused.',
  },
  'archive-encrypted': {
    title: 'Archive is encrypted',
    severity: 'error',
    help: 'Unpack it, and give the folder.',
  },
  'archive-duplicate': {
    title: 'An archive with two files of the same name',
    severity: 'error',
    help: 'Pack the files again. Programs differ in which of the two they unpack.',
  },
  'archive-too-large': {
    title: 'Archive is too large',
    severity: 'error',
    help: 'Unpack it, and give the folder.',
  },
  'archive-not-written': {
    title: 'The archive cannot be written',
    severity: 'error',
    behaves: ['not saved'],
    help: 'Name a new archive, or a new or empty folder, with --output. hotshift overwrites nothing.',
  },
  'hard-link': {
    title: 'A file with several names (hard links)',
    severity: 'warning',
    help: 'Give the other names as paths, too, or link them again. hotshift replaces files, so the other names keep the old content.',
  },
  'rename-through-link': {
    title: 'The output needs a new name, but the path is a symbolic link',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Give the path of the real file, and update the link afterwards.',
  },
  'link-in-target': {
    title: 'The output would be written through a symbolic link',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Give the directory that the link leads to, and run there.',
  },
  'change-incomplete': {
    title: 'Part of a change that cannot be made',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Fix what blocks the other file. Both are changed together or not at all.',
  },
  'changed-on-disk': {
    title: 'The file changed while hotshift was running',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Run again. hotshift did not touch what the other program wrote.',
  },
  'read-only-file': {
    title: 'File is read-only',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Make the file writable (chmod u+w) and run again.',
  },
  'read-only-directory': {
    title: 'Directory is read-only',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Make the directory writable. hotshift replaces whole files.',
  },
  'disk-full': {
    title: 'No space left',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Free some space or quota, and run again.',
  },
  'write-failed': {
    title: 'File cannot be written',
    severity: 'error',
    behaves: ['of writing'],
    help: 'Read the message of the operating system.',
  },
  'unfinished-run': {
    title: 'Another run has not finished with this file',
    severity: 'error',
    help: 'Run again with --write: it completes or undoes what a killed run began. If another run is active, wait for it.',
  },
  'leftover-file': {
    title: 'A file named like a temporary file of hotshift',
    severity: 'warning',
    help: 'Check what it is, then delete it. hotshift neither reads nor writes it.',
  },
  'plan-outdated': {
    title: 'The file changed since the plan was made',
    severity: 'error',
    help: 'Make a new plan. The old one is valid for the old content only.',
  },
  'plan-leads-outside': {
    title: 'The plan names a file outside of the working directory, or inside .git',
    severity: 'error',
    help: 'Run apply in the directory in which the plan was made, or use --allow-outside. hotshift never changes files of git.',
  },
  'hunks-chosen': {
    title: 'Only some hunks are applied',
    severity: 'info',
    help: 'Nothing to do. The proof covers the result that is written.',
  },
  'decisions-outdated': {
    title: 'The decisions are for another change of the file',
    severity: 'error',
    help: 'Decide about the change as it is now: with --interactive, or on a new review page.',
  },
  'choice-not-valid': {
    title: 'The file is not valid without the hunks that you left out',
    severity: 'error',
    help: 'Choose the hunks that belong together, or leave out the file.',
  },
  'choice-changes-meaning': {
    title: 'The file has another meaning without the hunks that you left out',
    severity: 'error',
    help: 'Choose the hunks that belong together, or leave out the file.',
  },
  'choice-not-proved': {
    title: 'The chosen hunks could not be proved to preserve the meaning',
    severity: 'error',
    help: 'Choose the hunks that belong together, leave out the file, or use --allow-unproved.',
  },
  'uncommitted-changes': {
    title: 'The file has, or may have, uncommitted changes',
    severity: 'error',
    help: 'Commit or stash them, or use --allow-dirty. Otherwise your changes and those of hotshift cannot be separated, and an original that git does not track cannot be brought back.',
  },
  interrupted: {
    title: 'Not written, because the run was interrupted',
    severity: 'error',
    help: 'Run again. Files that were already written are complete.',
  },
} as const satisfies Record<string, CodeFacts>

/** All codes with what they mean, the one source for reports, `explain` and the reference pages. */
export const catalogue = {
  ...templateCodes,
  ...documents,
  ...reading,
  ...functions,
  ...parts,
  ...files,
  ...environments,
  ...native,
  ...ownTransforms,
  ...blueprints.codes,
  ...capabilitiesOfEnvironments.codes,
  ...sdcCodes,
  ...disk,
}

export type FindingCode = keyof typeof catalogue

export const findingCodes = Object.keys(catalogue) as readonly FindingCode[]

/** Codes that had another name; the old ones work until the next minor version. */
const formerCodes: Readonly<Record<string, FindingCode>> = {
  'declined-name': 'deprecated-name',
  'gone-resource-type': 'removed-resource-type',
  'becomes-call': 'newer-function',
  'typescript-not-read': 'transform-not-loaded',
}

/** The current name of a finding code: resolves the names of earlier releases. */
export function currentCode(code: string): string {
  return Object.hasOwn(formerCodes, code) ? (formerCodes[code] ?? code) : code
}

/** What is to be said of an old name of a code; undefined for names that hold. */
export function renamedCodeNote(code: string): string | undefined {
  const current = currentCode(code)
  if (current === code) return undefined
  return `${code} is now called ${current}; the old name works until the next minor version`
}

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(catalogue, code)
}

/** The codes that `--accept` takes. */
export function acceptableCodes(): readonly FindingCode[] {
  return findingCodes.filter((code) => 'accept' in catalogue[code])
}

/** The code that somebody accepts by a name, as it is called now; undefined where it offers no rewrite. */
export function acceptedBy(name: string): FindingCode | undefined {
  const code = currentCode(name)
  return acceptableCodes().find((one) => one === code)
}

/** The code of a finding: one of the catalogue's or of a user's own rule, or the number of a requirement of a profile. */
export type ReportableCode = FindingCode | `R-${string}` | OwnCode

/** Whether a code is about what a readable template says, and not about how it is written or where it stands. */
export function isAboutTemplates(code: string): boolean {
  return (
    [parts, functions, templateCodes].some((group) => Object.hasOwn(group, code)) &&
    !behaves(code, 'of the source')
  )
}

/** Whether a code behaves in a way; the number of a requirement does not. */
export function behaves(code: string, as: Behaviour): boolean {
  return behavesAs(catalogueEntry(code), as)
}

/** The codes that behave in a way. */
export function codesThat(as: Behaviour): readonly FindingCode[] {
  return findingCodes.filter((code) => behaves(code, as))
}

/** What is known of a code; undefined for one that is not of the catalogue, such as the number of a requirement. */
export function catalogueEntry(code: string): CodeFacts | undefined {
  return isFindingCode(code) ? catalogue[code] : undefined
}
