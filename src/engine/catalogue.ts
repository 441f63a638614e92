/** `error` findings block the file they are found in; `warning` and `info` do not. */
export type Severity = 'error' | 'warning' | 'info'

/** What is known of a finding's code, whatever the place. */
export interface CatalogueEntry {
  readonly title: string
  readonly severity: Severity
  /** An error where the user named the file itself. */
  readonly isErrorIfNamed?: true
  /** What the user can do. */
  readonly help: string
  /** Where its published wording stands. */
  readonly link?: string
  /** Which test of others looks for it, too. */
  readonly testedBy?: string
  /** For codes that `--accept` takes: what is then done, and what is lost. */
  readonly accept?: string
  /** The codes whose change of meaning a finding with this one brings along, because Heat refuses what was. */
  readonly allows?: readonly string[]
  /** Says only that nothing has dealt with the place: another finding inside of it says more. */
  readonly isGeneral?: true
  /** A file with such an error is not even rewritten in part: the text around it would mean something else. */
  readonly isIndivisible?: true
  /** Speaks of a change, and is not true of one that is not made. */
  readonly isOfChange?: true
  /** Another version of HOT may not have the problem. */
  readonly isOfVersion?: true
  /** `--from aws` accepts it: AWS has what Heat has not, and a parameter or nothing takes its place. */
  readonly isOfAws?: true
  /** The accepted change is made in what was, too, before the two are compared. */
  readonly isReplayed?: true
}

const documents = {
  'json-syntax': {
    title: 'The text is no JSON, and no YAML either',
    severity: 'error',
    help: 'Correct the text at this place; Heat refuses it too.',
  },
  'json-raw-control': {
    title: 'A line break or control character stands raw inside a JSON string',
    severity: 'error',
    help: 'Write \\n or \\t instead.',
  },
  'lone-surrogate': {
    title: 'Half of a character in an escape',
    severity: 'error',
    help: 'Write the character itself, or both halves of its escape.',
  },
  'yaml-syntax': {
    title: 'The text is no YAML',
    severity: 'error',
    help: 'Correct the text at this place; Heat refuses it too.',
  },
  'yaml-indentation': {
    title: 'A line is indented unlike its neighbours',
    severity: 'error',
    help: 'Give entries of one list or mapping the same indentation.',
  },
  'yaml-tab': {
    title: 'A tab indents a line',
    severity: 'error',
    help: 'Indent by blanks; YAML knows no tabs there.',
  },
  'yaml-several-documents': {
    title: 'The file holds several YAML documents',
    severity: 'error',
    help: 'Split it; Heat reads one document per file.',
  },
  'yaml-directive': { title: 'Unknown YAML directive', severity: 'error', help: 'Remove the line.' },
  'yaml-anchor': {
    title: 'An anchor or alias that Heat refuses',
    severity: 'error',
    help: 'Rename the anchor, or define it before its use.',
  },
  'yaml-tag': {
    title: 'A tag that templates do not need',
    severity: 'error',
    help: 'Remove the tag or write the value without it.',
  },
  'yaml-escape': {
    title: 'An escape that Heat cannot read',
    severity: 'error',
    help: 'Write the character itself.',
  },
  'yaml-block-header': {
    title: 'A malformed block scalar header',
    severity: 'error',
    help: 'Use | or >, with - or + and a digit if needed.',
  },
  'yaml-value': { title: 'A value that PyYAML refuses', severity: 'error', help: 'Quote it.' },
  'yaml-key': {
    title: 'A list or mapping stands where a key belongs',
    severity: 'error',
    help: 'Quote the text, above all {{ }}.',
  },
  'odd-character': {
    title: 'A character that readers of YAML take differently',
    severity: 'error',
    help: 'Write it as an escape in a double-quoted text, or remove it.',
  },
  'nesting-too-deep': {
    title: 'The file nests too deeply',
    severity: 'error',
    help: 'No template needs this many levels.',
  },
  'invalid-utf8': { title: 'The file is not UTF-8', severity: 'error', help: 'Convert it to UTF-8.' },
} as const satisfies Record<string, CatalogueEntry>

const reading = {
  'aws-reading': {
    title: 'Read as AWS reads it, because Heat would refuse it',
    severity: 'info',
    help: 'Compare the result with what the template does on AWS.',
  },
  'readings-differ': {
    title: 'Heat and AWS both take it, and each otherwise',
    severity: 'warning',
    help: 'If the other reading is meant, say so: --from aws or --from heat.',
  },
  'duplicate-key': {
    title: 'A key is given twice; the last one counts',
    severity: 'warning',
    help: 'Remove the entry that has no effect.',
  },
  'shadowed-edit': {
    title: 'A change concerns an entry that a later one with the same key shadows',
    isIndivisible: true,
    severity: 'error',
    help: 'Remove the entry that has no effect first.',
  },
  'anchor-edit': {
    title: 'A change would alter what an alias elsewhere means',
    isIndivisible: true,
    severity: 'error',
    help: 'Write the value out where the alias stands.',
  },
  'not-a-mapping': {
    title: 'A part of the template is no mapping',
    severity: 'error',
    help: 'Heat refuses it; correct the template.',
  },
} as const satisfies Record<string, CatalogueEntry>

const functions = {
  'unknown-function': {
    title: 'A function that neither dialect of Heat has',
    isGeneral: true,
    isOfVersion: true,
    severity: 'error',
    help: 'Replace the call by what it stands for.',
  },
  'no-equivalent': {
    title: 'Nothing in HOT says this',
    isOfVersion: true,
    severity: 'error',
    help: 'Replace it by a parameter or by the value itself.',
  },
  'bad-arguments': {
    title: 'The arguments of a function call are not as they should be',
    severity: 'error',
    help: 'Correct the call; Heat refuses it too.',
  },
  'two-item-if': {
    title: 'An if with two items, which Heat cannot copy',
    severity: 'warning',
    help: 'Write list_concat or map_merge with an if between the value and an empty list or map.',
  },
  'unresolved-call': {
    title: 'What looks like a function call is data to Heat',
    severity: 'warning',
    help: 'If it is meant as a call, declare a version that has the function, or replace it.',
  },
  'unknown-reference': {
    title: 'A reference to something that the template does not declare',
    severity: 'error',
    help: 'Declare the parameter or resource, or correct the name.',
  },
  'not-resolved-here': {
    title: 'A function call where functions are not resolved',
    severity: 'error',
    help: 'Only properties, metadata, policies, conditions and output values may hold calls.',
  },
  'data-becomes-call': {
    title: 'Plain data that the target version would take for a function call',
    isOfVersion: true,
    severity: 'error',
    help: 'Choose an older version with --to, or pass the data in through a json parameter.',
  },
  'newer-function': {
    title: 'Data that becomes a function call in the target version',
    severity: 'error',
    help: 'Decide whether it was meant as a call; Heat passes it on as data today.',
    accept: 'it becomes a call, as it probably was meant to be',
  },
  'group-attribute-path': {
    title: 'A group reads the path behind an attribute in another way from 2014-10-16 on',
    isOfVersion: true,
    severity: 'error',
    help: 'Name the member (resource.0), or let yaql select from the list: --accept select-by-yaql (2016-10-14).',
    accept:
      'an item of the list becomes the member of that number (resource.0), which is another one once members have been removed; a path that led nowhere leads into the members',
  },
  'select-by-yaql': {
    title: 'An item of a list that only yaql selects in the target version',
    isOfVersion: true,
    severity: 'error',
    help: 'Choose a version with --to that can still say it, or accept yaql (2016-10-14).',
    accept:
      'yaql selects the item, and fails where the list is longer than the cloud lets yaql read (200 items if not configured)',
  },
  'foreign-function': {
    title: 'A CloudFormation function that the declared version of HOT does not have',
    severity: 'error',
    help: 'Decide whether it was meant as a call: Heat refuses it, or passes it on as data.',
    accept: 'what HOT has for it takes its place',
  },
  'refused-template': {
    title: 'A call in a template that Heat refuses as it stands',
    allows: ['foreign-function', 'newer-function'],
    severity: 'warning',
    help: 'Nothing is deployed from the template today, so it is taken as it was probably meant; read the diff.',
  },
  'newer-already': {
    title: 'The template declares a newer version already',
    severity: 'info',
    help: 'It stays as it is. Whether it would do for the older version, hotshift check --to says.',
  },
  'other-kind': {
    title: 'A file of another kind than the command is about',
    severity: 'info',
    help: 'It stays as it is; the message names the command that is meant for it.',
  },
  'no-such-version': {
    title: 'A heat_template_version that Heat does not have, or none at all',
    severity: 'error',
    help: 'Correct it, or say with --assume-version which one is meant.',
  },
  'other-version': {
    title: 'Written in another version than the usual one, which cannot say all of it',
    severity: 'info',
    help: 'Nothing to do, if your Heat takes that version. --to chooses another one.',
  },
  'version-too-old': {
    title: 'The target version is too old to say this',
    isOfVersion: true,
    severity: 'error',
    help: 'Choose a newer version with --to, or let --to oldest find one.',
  },
  'version-too-new': {
    title: 'Only versions older than the target can say this',
    isGeneral: true,
    isOfVersion: true,
    severity: 'error',
    help: 'Choose an older version with --to, or let --to oldest find one.',
  },
  'join-refuses': {
    title: 'Heat refuses to join this item',
    severity: 'warning',
    help: 'Join texts only. A number is a text in the rewritten template; a list or map fails there, too.',
  },
  'always-fails': {
    title: 'This fails in Heat whenever it is used',
    severity: 'error',
    help: 'Correct the template first.',
  },
  'select-error': {
    title: 'A selection that fails in Heat gives empty text after the rewrite',
    severity: 'info',
    help: 'Nothing changes for templates that work.',
  },
  'select-null': {
    title: 'What an attribute does not hold is null in HOT',
    severity: 'info',
    help: 'Fn::Select gave empty text there.',
    accept:
      'null takes the place of the empty text that Fn::Select gives where the attribute has no such item',
  },
  'split-index': {
    title: 'An index beyond the parts of a split text is an error in HOT',
    severity: 'warning',
    help: 'Fn::Select gave empty text there; see that the text always has enough parts.',
  },
  'select-json-text': {
    title: 'Fn::Select decodes JSON out of a text parameter',
    isOfVersion: true,
    severity: 'error',
    help: 'HOT cannot decode JSON.',
    accept: 'the parameter gets the type json; callers must pass a JSON value',
  },
  'select-text': {
    title: 'Fn::Select from a value that may be JSON in a text',
    isOfVersion: true,
    severity: 'error',
    help: 'HOT cannot decode JSON after 2015-04-30; choose that version with --to.',
    accept: 'the value is taken for a list or map, which HOT can index',
  },
  'import-value': {
    title: 'Heat stacks export nothing to one another',
    isOfAws: true,
    severity: 'error',
    help: 'Accept a parameter, and give it what the other stack has as an output.',
    accept: 'a new parameter takes the place of Fn::ImportValue and must be given',
  },
  'no-value-null': {
    title: 'A property that a condition leaves out with AWS::NoValue',
    severity: 'error',
    help: 'Write the resource twice, with opposite conditions, or accept null.',
    accept:
      'null takes the place of AWS::NoValue: Heat reads an empty string, 0, false, or an empty list or map, where the property has no default',
  },
  'null-is-default': {
    title: 'Null takes the place of AWS::NoValue in a property that has a default',
    allows: ['no-value-null'],
    severity: 'info',
    help: 'Nothing to do: null gives the property its default, as if it were not there.',
  },
  'null-for-absent': {
    title: 'Null takes the place of AWS::NoValue in a property that Heat does not have',
    allows: ['no-value-null'],
    severity: 'warning',
    help: 'No stack is made with this property as it is. See that what takes its place reads null as no value.',
  },
  'availability-zones': {
    title: 'HOT cannot list the availability zones',
    isOfVersion: true,
    severity: 'error',
    isOfAws: true,
    help: 'Accept a parameter, or choose --to 2013-05-23 if nothing else here needs a newer version.',
    accept: 'a new parameter availability_zones takes the place of Fn::GetAZs and must be given',
  },
  'stack-id': {
    title: 'AWS::StackId is an ARN',
    severity: 'info',
    help: 'The ARN is written out. Where the id alone is wanted, accept it.',
    accept: 'OS::stack_id, the id alone, takes the place of the ARN',
  },
  'new-parameter': {
    title: 'The template gets a new parameter',
    severity: 'warning',
    help: 'Give it a value, or edit its default.',
  },
  'region-constant': {
    title: 'AWS::Region is the same text in every cloud that Heat runs',
    severity: 'info',
    help: 'Heat gives ap-southeast-1 for it; the rewrite says so.',
  },
  'account-is-project': {
    title: 'The project id takes the place of the AWS account id',
    severity: 'warning',
    help: 'Check that the text it goes into makes sense with it.',
  },
  'dynamic-reference': {
    title: 'A dynamic reference of AWS, which Heat takes for plain text',
    severity: 'warning',
    isOfAws: true,
    help: 'Give the value by a parameter; where it is secret, by one with hidden: true.',
    accept:
      'in a template read as AWS reads it a new hidden parameter takes its place and must be given; read as Heat reads it, the reference stays, and Heat passes it on as text',
  },
  'unknown-mapping': {
    title: 'A look-up in a mapping that is not there',
    severity: 'error',
    help: 'Correct the name; Heat fails there too.',
  },
  'mapping-parameter': {
    title: 'A mapping becomes a json parameter',
    severity: 'info',
    help: 'The table is part of the template’s interface now; a missing key gives empty text instead of an error.',
  },
  'unused-mapping': {
    title: 'A mapping that nothing uses is left out',
    severity: 'info',
    help: 'Nothing to do.',
  },
} as const satisfies Record<string, CatalogueEntry>

const parts = {
  'unknown-section': {
    title: 'A section that HOT does not have',
    severity: 'error',
    help: 'Expand or remove it; Heat refuses it.',
  },
  'template-metadata': {
    title: 'Metadata of the template itself is left out',
    severity: 'warning',
    help: 'It has no effect on what is deployed; keep it elsewhere if a tool of yours reads it.',
  },
  'rules-section': {
    title: 'Rules, by which AWS checks parameters',
    isOfAws: true,
    severity: 'error',
    help: 'Constraints of single parameters are all that Heat checks.',
    accept: 'the rules are left out: Heat makes stacks of values that they would refuse',
  },
  'template-transform': {
    title: 'A transform of the whole template that is known at AWS only',
    severity: 'error',
    help: 'Let AWS expand the template, or accept that the transform is left out.',
    accept: 'the transform is left out, as if it changed nothing',
  },
  'unused-transform': {
    title: 'A transform of which nothing is used is left out',
    severity: 'warning',
    help: 'Nothing to do.',
  },
  'ssm-parameter': {
    title: 'A parameter whose value AWS looks up in Systems Manager',
    isOfAws: true,
    severity: 'error',
    help: 'OpenStack has nothing to look it up in: accept that the value itself must be given.',
    accept: 'the parameter becomes a plain one without a default, and must be given',
  },
  'unknown-parameter-type': {
    title: 'A parameter type that Heat does not have',
    severity: 'error',
    help: 'Choose one of Heat’s types.',
  },
  'parameter-type': {
    title: 'A parameter type of AWS becomes the nearest one of Heat',
    severity: 'info',
    help: 'Check that the values fit.',
  },
  'missing-key': {
    title: 'A key that Heat asks for is missing or empty',
    severity: 'error',
    help: 'Give it a value; Heat refuses the template without.',
  },
  'unknown-key': { title: 'A key that Heat refuses', severity: 'error', help: 'Remove or correct it.' },
  'ignored-key': {
    title: 'A key that Heat does not know is left out',
    severity: 'warning',
    help: 'It has no effect in Heat.',
  },
  'aws-only-key': {
    title: 'A key by which AWS decides when a resource is done',
    severity: 'error',
    help: 'HOT has no equivalent; a wait condition may serve.',
    accept: 'the key is left out: a stack is done earlier, or updated in one go',
  },
  'not-hidden': {
    title: 'NoEcho that does not hide',
    severity: 'warning',
    help: 'Only the text true hides in CloudFormation; write hidden: true where the value is secret.',
  },
  'unused-constraint-description': {
    title: 'A ConstraintDescription without a constraint',
    severity: 'info',
    help: 'Nothing to do: it goes on in the description, or is left out where one of the two is no plain text.',
  },
  'missing-file': {
    title: 'A file that is named and is not there',
    severity: 'warning',
    help: 'Correct the name, or add the file; whoever makes a stack reads it from there.',
  },
  'undeclared-parameter': {
    title: 'A parameter of an environment that no template declares',
    severity: 'warning',
    help: 'Correct the name, or remove it.',
  },
  'unknown-resource-type': {
    title: 'A resource type that Heat does not have',
    severity: 'warning',
    help: 'Replace it, or register a template under its name in an environment.',
  },
  'deprecated-resource-type': {
    title: 'A resource type that Heat advises against, or hides',
    severity: 'warning',
    help: 'See the documentation of the type for what to use instead.',
  },
  'unknown-property': {
    title: 'A property or policy that the resource type does not have',
    severity: 'error',
    help: 'Remove or correct it; Heat refuses it.',
  },
  'missing-property': {
    title: 'A property that the resource type needs is missing',
    severity: 'error',
    help: 'Give it a value; Heat cannot make the resource without.',
  },
  'bad-combination': {
    title: 'Properties that do not go together, or not without another one',
    severity: 'error',
    help: 'Give what is missing, or remove one of the two; Heat refuses the resource when a stack is made.',
  },
  'nested-parameter': {
    title: 'A parameter of a nested template gets no value here',
    severity: 'warning',
    help: 'Give it, or see that the environment gives it under parameter_defaults.',
  },
  'unknown-attribute': {
    title: 'An attribute that the resource type does not have',
    severity: 'error',
    help: 'Correct the name; Heat refuses it.',
  },
  'removed-resource-type': {
    title: 'A resource type that Heat has no longer, or makes nothing of',
    severity: 'warning',
    help: 'Decide what takes its place; nothing means quite the same.',
  },
  'deprecated-name': {
    title: 'A name that Heat takes, but that is deprecated',
    severity: 'info',
    help: 'Nothing breaks for now. hotshift upgrade --modernize writes new names of types and properties where that cannot change anything; what else is named here, attributes above all, is yours to replace.',
  },
  'router-gateway': {
    title: 'A gateway of a router that stands in a resource of its own',
    isReplayed: true,
    severity: 'warning',
    help: 'Heat wants it in external_gateway_info of the router.',
    accept:
      'the gateway moves into its router; on a deployed stack Heat clears the gateway once more when it deletes the old resource',
  },
  'bad-constraint': {
    title: 'A constraint that Heat refuses',
    severity: 'error',
    help: 'Correct it; the template cannot be used as it is.',
  },
  'unknown-constraint': {
    title: 'A custom constraint that Heat itself does not have',
    severity: 'warning',
    help: 'Correct the name; a cloud without a plug-in of that name refuses every value.',
  },
  'several-constraints': {
    title: 'Several constraints in one entry, of which one counts',
    severity: 'warning',
    help: 'Give each an entry of its own.',
  },
  'bad-value': {
    title: 'A value that Heat refuses',
    severity: 'error',
    help: 'Correct it; the template cannot be used as it is.',
  },
  'unread-key': {
    title: 'A key that Heat does not read',
    severity: 'warning',
    help: 'Remove or correct it; it has no effect.',
  },
  'circular-dependency': {
    title: 'Resources or conditions that wait for one another',
    severity: 'error',
    help: 'Break the circle; Heat refuses it.',
  },
  'name-collision': {
    title: 'A name that is taken already',
    severity: 'error',
    help: 'Rename one of the two.',
  },
} as const satisfies Record<string, CatalogueEntry>

const files = {
  'target-exists': {
    title: 'The file that the result belongs into exists already',
    severity: 'error',
    help: 'Move it away, or remove it if it is an older result.',
  },
  'reference-not-followed': {
    title: 'Another file refers to this one and cannot be changed along with it',
    severity: 'error',
    help: 'Solve what blocks the other file, or name the reference there by hand.',
  },
  'not-a-template': {
    title: 'A file that is no template, where one is needed',
    severity: 'error',
    help: 'Name a template: a mapping that says heat_template_version, HeatTemplateFormatVersion or AWSTemplateFormatVersion.',
  },
  'template-version': {
    title: 'The version of the template',
    severity: 'error',
    help: 'Give one version that Heat knows: 2010-09-09 or 2012-12-12.',
  },
  'json-not-edited': {
    title: 'JSON is written as YAML only',
    severity: 'error',
    help: 'Run cfn/json-to-yaml first, in the same call: -t cfn/json-to-yaml -t …',
  },
  'json-comment': {
    title: 'A comment in JSON',
    severity: 'error',
    help: 'Remove it, or write the template as YAML: Heat refuses the file, or takes the comment for text.',
  },
  'json-number': {
    title: 'A number that Heat refuses',
    severity: 'error',
    help: 'Write it with fewer digits.',
  },
  'template-language': {
    title: 'A file that another program fills in first',
    severity: 'error',
    help: 'Rewrite what that program makes of it.',
  },
  'templated-file': {
    title: 'A template that another program fills in first',
    severity: 'info',
    help: 'Rewrite what that program makes of it. hotshift upgrade --templated changes the line of the version, and nothing else.',
  },
  'version-only': {
    title: 'Only the version of a file with tags is changed',
    severity: 'warning',
    help: 'Run hotshift check on what the other program makes of it: functions that the new version does not have may stand in it.',
    isOfChange: true,
  },
  'meaning-differs': {
    title: 'The rewrite would mean something else',
    severity: 'error',
    help: 'Nothing was changed. It is a defect of hotshift, or a construct that it does not support; please report it.',
  },
  'meaning-unproved': {
    title: 'It cannot be shown that the rewrite means the same',
    severity: 'error',
    help: 'Compare the two places by hand: what do they give for every value that can arrive there? Write the original in the form of the rewrite where you can, or let it through with --allow-unproved.',
  },
  'proof-over-budget': {
    title: 'The proof would take too long, or too much memory',
    severity: 'error',
    help: 'Look for values that are made of one another many times over, such as nested str_replace or aliases of aliases, and write them out or split the template; or read the diff with care and let it through with --allow-unproved.',
  },
  'refused-before': {
    title: 'Heat refuses the original, and takes the rewrite',
    severity: 'warning',
    help: 'Look at what the rewrite builds there: no stack was ever made from the original. If it is a mistake of the original, correct it.',
  },
  'meaning-accepted': {
    title: 'The rewrite means the same but for what was accepted',
    severity: 'info',
    help: 'Nothing to do. Without --accept the file would not have been changed.',
  },
  'meaning-corresponds': {
    title: 'Native resources say what the AWS ones said, as far as the facts about types go',
    severity: 'info',
    help: 'Read what is given up, and the findings about it. docs/native.md says what is compared.',
  },
  'output-differs': {
    title: 'The result does not read as intended',
    severity: 'error',
    help: 'This is a defect of hotshift; please report it. Nothing was changed.',
  },
  'internal-error': {
    title: 'hotshift failed on this file',
    severity: 'error',
    help: 'This is a defect of hotshift; please report it. Nothing was changed.',
  },
} as const satisfies Record<string, CatalogueEntry>

const environments = {
  'default-dropped': {
    title: 'A default that never took effect is dropped',
    isOfChange: true,
    severity: 'info',
    help: 'Nothing: the environment gave the parameter another value before, and does so now.',
  },
  'manifest-wrong': {
    title: 'MANIFEST.json says something of the package that is not so',
    severity: 'error',
    help: 'ONAP refuses a package whose manifest lists files that are not there. Correct the entry, or add the file.',
  },
  'manifest-incomplete': {
    title: 'MANIFEST.json does not list a file of the package',
    severity: 'warning',
    help: 'List it, or leave it out of the package.',
  },
  'package-too-large': {
    title: 'A package with more to repair than is tried at once',
    severity: 'error',
    help: 'Repair one requirement after the other, with --only, or take the package apart.',
  },
  'not-renamed': {
    title: 'Something cannot have the name that was asked for',
    severity: 'error',
    help: 'Nothing of it was renamed. Clear what stands in the way, or choose another name.',
  },
  'resource-renamed': {
    title: 'A resource has another name',
    severity: 'warning',
    help: 'Heat knows resources by their names: an update of an existing stack makes a new one and deletes the old one.',
  },
  'default-kept': {
    title: 'A default that stays where it is',
    severity: 'error',
    help: 'Solve what the message names, or move the value by hand.',
  },
  'default-assigned': {
    title: 'The default of a parameter whose value comes from elsewhere',
    severity: 'warning',
    help: 'Such a value must not enter an environment; remove the default if nothing relies on it.',
  },
  'placeholder-text': {
    title: 'A text that only stands for one to be written',
    isOfChange: true,
    severity: 'warning',
    help: 'Write what people should read there.',
  },
  'default-shared': {
    title:
      'A parameter that is passed to a nested template now, because it has the value of the default there',
    isOfChange: true,
    severity: 'warning',
    help: 'Make sure that both shall always have the same value; else give the parameter of the nested template another name.',
  },
  'other-environment': {
    title: 'An environment that did not get the values which were defaults',
    isOfChange: true,
    severity: 'info',
    help: 'Give it the values that its stacks shall have, if it is used with this template.',
  },
} as const satisfies Record<string, CatalogueEntry>

/** What concerns transforms that are not hotshift's own. */
const ownTransforms = {
  'transform-not-found': {
    title: 'No such transform',
    severity: 'error',
    help: 'Name a file that ends in .ts, .mts, .js or .mjs, a folder with an index of these, or a transform that `hotshift list` names.',
  },
  'transform-not-loaded': {
    title: 'A transform that cannot be loaded',
    severity: 'error',
    help: 'Repair what the message names; `node --check` says more about the syntax of a file.',
  },
  'typescript-not-read': {
    title: 'A transform in TypeScript, which this Node does not read',
    severity: 'error',
    help: 'Use Node 22.18 or newer, install esbuild beside the transform (npm install esbuild), or write it as .mjs.',
  },
  'no-transform': {
    title: 'A file that exports no transform',
    severity: 'error',
    help: 'Export what templateTransform or packageTransform gives: export default templateTransform({ title, run }).',
  },
  'transform-failed': {
    title: 'A transform of your own failed',
    severity: 'error',
    help: 'Repair the transform; HOTSHIFT_DEBUG=1 shows where it happened.',
  },
  'not-settled': {
    title: 'A second run would change the file again',
    severity: 'error',
    help: 'Let the transform give back the very same template when there is nothing to do.',
  },
  'comment-lost': {
    title: 'A comment that is gone',
    severity: 'warning',
    help: 'Change nodes by withEntries, withItems and withValue, which keep comments; what is removed takes its own along.',
  },
  'own-error': {
    title: 'Something that a transform of your own leaves to a person',
    severity: 'error',
    help: 'The message says it.',
  },
  'own-warning': {
    title: 'Something that a transform of your own warns about',
    severity: 'warning',
    help: 'The message says it.',
  },
  'own-info': { title: 'A remark of a transform of your own', severity: 'info', help: 'Nothing to do.' },
} as const satisfies Record<string, CatalogueEntry>

const blueprints = {
  'blueprint-syntax': {
    title: 'Not what stands here in a blueprint',
    severity: 'error',
    help: 'Write a component as a mapping, and a requirement by its type.',
  },
  'blueprint-duplicate-id': {
    title: 'Two components of one id',
    severity: 'error',
    help: 'Give each component an id of its own.',
  },
  'blueprint-unknown-fulfillment': {
    title: 'A requirement is to be fulfilled by a component that does not exist',
    severity: 'error',
    help: 'Name a component of the blueprint, a URL, or write the component in place.',
  },
  'blueprint-ambiguous': {
    title: 'A requirement in short whose meaning is not clear',
    severity: 'error',
    help: 'Write it in full: {type: …, …}.',
  },
  'blueprint-cycle': {
    title: 'Components that require one another in a circle',
    severity: 'error',
    help: 'Let one of them do without the other: nothing could be made first.',
  },
  'blueprint-conflict': {
    title: 'Two requirements of one type that exclude one another',
    severity: 'error',
    help: 'Leave one of them.',
  },
  'blueprint-no-type': {
    title: 'A component of which nothing says what it is',
    severity: 'error',
    help: 'Give it a type.',
  },
  'blueprint-generated-id': {
    title: 'A component gets a name in the template',
    isOfChange: true,
    severity: 'info',
    help: 'Nothing to do; give the component an id for a name of your own.',
  },
  'blueprint-parameter': {
    title: 'What the blueprint has no value for becomes a parameter',
    isOfChange: true,
    severity: 'info',
    help: 'Give it a value when you create the stack, or in an environment.',
  },
  'blueprint-provider': {
    title: 'A type that Heat does not have',
    isOfChange: true,
    severity: 'warning',
    help: 'Supply the template that the environment names for the type, or say with --blueprint what the type is.',
  },
  'blueprint-loss': {
    title: 'Something in a blueprint that has no equivalent in HOT',
    isOfChange: true,
    severity: 'warning',
    help: 'Read whether you rely on it; the result does without.',
  },
  'blueprint-denied': {
    title: 'A type that the providers of the blueprint do not allow',
    severity: 'error',
    help: 'Allow it under requires: providers, or replace the component.',
  },
} as const satisfies Record<string, CatalogueEntry>

const capabilities = {
  'capability-section': {
    title: 'What templates and environments say of capabilities, which Heat refuses',
    severity: 'error',
    help: 'Let `hotshift capabilities resolve -e <environment>` make of it what Heat takes.',
  },
  'capability-syntax': {
    title: 'Capabilities that are no strings',
    severity: 'error',
    help: 'Write a mapping whose values are strings or lists of strings.',
  },
  'capability-none-fits': {
    title: 'A list of templates of which none has the required capabilities',
    severity: 'error',
    help: 'Require something else, or say in a template what it is capable of.',
  },
  'capability-several-fit': {
    title: 'A list of templates of which several have the required capabilities',
    severity: 'error',
    help: 'Require what tells them apart: under requires in an environment, or by --require key=value.',
  },
  'capability-missing-candidate': {
    title: 'A list of templates that names one which is not there',
    severity: 'error',
    help: 'Correct the name, or name the folder of the template as well.',
  },
  'capability-overridden': {
    title: 'A list from which nothing can be chosen, and which a later mapping overrides, is taken out',
    isOfChange: true,
    severity: 'info',
    help: 'Nothing to do; Heat would not have read it.',
  },
  'capability-contradicted': {
    title: 'A template that is mapped to a type, and offers something else than is required',
    severity: 'warning',
    help: 'Map the type to another template, or change what is required.',
  },
  'capability-unknown-key': {
    title: 'A required capability that no template declares',
    severity: 'warning',
    help: 'Correct the name; nothing is chosen by it.',
  },
  'capability-kept': {
    title: 'A capability that a template has another value for',
    severity: 'warning',
    help: 'Change it by hand, or let --overwrite do it.',
  },
  'capability-left': {
    title: 'An environment that can no longer choose, because templates do not say what they are capable of',
    isOfChange: true,
    severity: 'warning',
    help: 'Resolve it as well (-e), or use --keep-annotations.',
  },
  'capability-removed': {
    title: 'What was said of capabilities is taken out',
    isOfChange: true,
    severity: 'info',
    help: 'Nothing to do; --keep-annotations leaves it for those who read it.',
  },
} as const satisfies Record<string, CatalogueEntry>

const native = {
  'native-type': {
    title: 'A resource gets a type of OpenStack’s own',
    isOfChange: true,
    severity: 'info',
    help: 'For new stacks. On a deployed stack Heat replaces the resource.',
  },
  'native-note': {
    title: 'A small difference between a native resource and the one whose place it takes',
    isOfChange: true,
    severity: 'info',
    help: 'Nothing to do, unless you rely on it.',
  },
  'native-behaviour': {
    title: 'A native resource behaves otherwise than the one whose place it takes',
    isOfChange: true,
    severity: 'warning',
    help: 'Read whether it concerns you; docs/native.md lists what each type gives up.',
  },
  'native-kept': {
    title: 'A resource keeps its AWS type, because its native form cannot say this',
    severity: 'warning',
    help: 'It stays valid in HOT, and works with native resources around it.',
  },
  'native-manual': {
    title: 'A resource whose native counterpart is something else',
    severity: 'warning',
    help: 'It stays valid in HOT. Replace it by hand where you want to.',
  },
  'no-native-type': {
    title: 'An AWS type that Heat never had',
    severity: 'error',
    help: 'Replace it, or register a template under its name in an environment, and accept it.',
    accept: 'the type stays as it is; an environment has to register a template for it',
  },
  'aws-name': {
    title: 'A name that only AWS has',
    severity: 'warning',
    help: 'No OpenStack cloud has it by itself. Give the name of this cloud in the file of --map, or change it.',
  },
  'name-not-mapped': {
    title: 'Names that --map gives are not written, because the parameter is used for something else, too',
    severity: 'warning',
    help: 'Change the default and the allowed values by hand, if what else uses them can do with the new names.',
  },
  'names-clash': {
    title: 'Two entries of a mapping would get the same name',
    severity: 'error',
    help: 'Give them different names in the file of --map, or make one entry of them by hand.',
  },
  'unimplemented-property': {
    title: 'A property that Heat refuses is left out',
    severity: 'warning',
    help: 'Heat takes no template with it, so that nothing deployed relies on it.',
  },
  'login-user': {
    title: 'A native server has another login user',
    severity: 'warning',
    help: 'Heat makes cloud-init use ec2-user for AWS::EC2::Instance; OS::Nova::Server leaves the user to the image.',
    accept: 'servers become OS::Nova::Server, and the key goes to the default user of the image',
  },
  'group-members': {
    title: 'Members of a native group are tagged and updated otherwise',
    severity: 'warning',
    help: 'Alarms that match on metering.groupname or metering.AutoScalingGroupName match no native member.',
    accept:
      'groups become OS::Heat::AutoScalingGroup: members lose the metering tags, and each update of the definition replaces all of them',
  },
  'owner-acl': {
    title: 'A native container has no access list for its owner',
    severity: 'warning',
    help: 'HOT cannot name the project and the user that create a stack.',
    accept: 'buckets become OS::Swift::Container; Swift then decides by role who in the project has access',
  },
  'external-network': {
    title: 'A native resource needs the name of the external network',
    severity: 'warning',
    help: 'Heat looks for the only one there is; natively it has to be named.',
    accept: 'a new parameter external_network names it and must be given',
  },
} as const satisfies Record<string, CatalogueEntry>

/** Files that cannot be found, read or written. */
const disk = {
  'path-not-found': {
    title: 'No such file or directory',
    severity: 'error',
    help: 'Check the spelling; paths are relative to the working directory.',
  },
  'empty-directory': {
    title: 'A directory without any file',
    severity: 'error',
    help: 'Check the path, and whether an ignore file excludes what you mean.',
  },
  'glob-without-match': {
    title: 'Pattern matches no file',
    severity: 'error',
    help: 'Quote the pattern so that the shell leaves it alone, and check whether an ignore file excludes what you mean.',
  },
  'unreadable-file': {
    title: 'File cannot be read',
    severity: 'error',
    help: 'Check the permissions of the file and of the folders above it.',
  },
  'unreadable-directory': {
    title: 'Directory cannot be read',
    severity: 'error',
    help: 'Check its permissions, or leave it out with --ignore.',
  },
  'broken-link': {
    title: 'Symbolic link leads nowhere',
    severity: 'warning',
    isErrorIfNamed: true,
    help: 'Repair or delete the link, or leave it out with --ignore.',
  },
  'link-not-followed': {
    title: 'Symbolic link leads out of the given paths',
    severity: 'info',
    help: 'Give the target as a path too if it is to be part of the run.',
  },
  'special-file': {
    title: 'Not a regular file',
    severity: 'info',
    isErrorIfNamed: true,
    help: 'Pipes, sockets and devices are not read; save the content to a file first.',
  },
  'undecodable-name': {
    title: 'File name is not UTF-8',
    severity: 'warning',
    help: 'Rename the file; a name that is not UTF-8 cannot be reported or patched reliably.',
  },
  'unused-ignore': {
    title: 'A comment ignores a finding that is not there',
    severity: 'warning',
    help: 'Remove the code from the comment.',
  },
  'malformed-ignore': {
    title: 'A comment that does not say what it ignores, or why',
    severity: 'warning',
    help: 'Write # hotshift-ignore <code>: reason, or # hotshift-ignore-file <code>: reason.',
  },
  'binary-file': {
    title: 'File is large and binary',
    severity: 'info',
    help: 'Nothing to do: it is no template.',
  },
  'file-too-large': {
    title: 'File is too large to be a template',
    severity: 'warning',
    help: 'Leave it out with --ignore.',
  },
  'archive-not-read': {
    title: 'Archive cannot be read',
    severity: 'error',
    help: 'It is damaged, or not a zip archive of one part with plain or deflated files. Pack it again.',
  },
  'archive-unsafe': {
    title: 'Archive holds something that could reach out of it',
    severity: 'error',
    help: 'Absolute names, names with "..", links and files that overlap are refused. Look at what it is and where it comes from, then pack the files anew.',
  },
  'archive-encrypted': {
    title: 'Archive is encrypted',
    severity: 'error',
    help: 'Unpack it with its password, and give the folder.',
  },
  'archive-duplicate': {
    title: 'Archive holds two files of one name',
    severity: 'error',
    help: 'Which of them counts depends on the program that unpacks it. Pack the files anew.',
  },
  'archive-too-large': {
    title: 'Archive is too large',
    severity: 'error',
    help: 'Unpack it, and give the folder.',
  },
  'archive-not-written': {
    title: 'Archive cannot be written',
    severity: 'error',
    help: 'Archives are never changed in place, and nothing is overwritten: name a new archive, or a new or empty folder, with --output.',
  },
  'hard-link': {
    title: 'The file has other names (hard links)',
    severity: 'warning',
    help: 'Files are replaced, so the other names keep the old text. Give them as paths too, or link them anew.',
  },
  'rename-through-link': {
    title: 'The result needs a new name, but the file is given as a symbolic link',
    severity: 'error',
    help: 'Give the path of the real file, and renew the link afterwards.',
  },
  'link-in-target': {
    title: 'The result would come up behind a symbolic link',
    severity: 'error',
    help: 'Give the directory that the link leads to as a path, and run there.',
  },
  'change-incomplete': {
    title: 'Belongs to a change that cannot be made',
    severity: 'error',
    help: 'Clear what stops the other file; both are changed together or not at all.',
  },
  'changed-on-disk': {
    title: 'File changed while hotshift was running',
    severity: 'error',
    help: 'Run again; what the other program wrote has not been touched.',
  },
  'read-only-file': {
    title: 'File is read-only',
    severity: 'error',
    help: 'Make the file writable (chmod u+w) and run again.',
  },
  'read-only-directory': {
    title: 'Directory is read-only',
    severity: 'error',
    help: 'Files are replaced as a whole, so their directory must be writable.',
  },
  'disk-full': {
    title: 'No space left',
    severity: 'error',
    help: 'Free some space or quota and run again; the original is intact.',
  },
  'write-failed': {
    title: 'File cannot be written',
    severity: 'error',
    help: 'The message of the operating system says why; the original is intact.',
  },
  'unfinished-run': {
    title: 'Another run has not done with this file',
    severity: 'error',
    help: 'Run again with --write: it finishes what a killed run began, or takes it back. While another run is at work, wait for it.',
  },
  'leftover-file': {
    title: 'A file that is named like the temporary files of hotshift',
    severity: 'warning',
    help: 'Look at what it is and where it comes from, then delete it. hotshift neither reads it nor writes to it.',
  },
  'plan-outdated': {
    title: 'The file is not the one that the plan was made from',
    severity: 'error',
    help: 'Make a new plan: what was planned holds for the text that was read then.',
  },
  'plan-leads-outside': {
    title: 'The plan names a file outside of the working directory, or one of git itself',
    severity: 'error',
    help: 'Run apply in the directory in which the plan was made. Where the file is meant, say --allow-outside; files of git are never changed.',
  },
  'hunks-chosen': {
    title: 'Only some hunks of the change are made',
    severity: 'info',
    help: 'Nothing to do. The proof is about the text as it is written.',
  },
  'choice-not-valid': {
    title: 'Without the hunks that are left out the file is not valid',
    severity: 'error',
    help: 'Take the hunks that belong together, or leave out the file.',
  },
  'choice-changes-meaning': {
    title: 'Without the hunks that are left out the file means something else',
    severity: 'error',
    help: 'Take the hunks that belong together, or leave out the file.',
  },
  'choice-not-proved': {
    title: 'Without the hunks that are left out the meaning cannot be shown to stay',
    severity: 'error',
    help: 'Take the hunks that belong together, leave out the file, or say --allow-unproved.',
  },
  'uncommitted-changes': {
    title: 'The file has changes that are not committed',
    severity: 'error',
    help: 'Commit or stash them, so that the change can be told from them and taken back; or say --allow-dirty.',
  },
  interrupted: {
    title: 'Not written because the run was interrupted',
    severity: 'error',
    help: 'Run again; files already written are complete.',
  },
} as const satisfies Record<string, CatalogueEntry>

/** All codes with what they mean, the one source for reports, `explain` and the reference pages. */
export const catalogue = {
  ...documents,
  ...reading,
  ...functions,
  ...parts,
  ...files,
  ...environments,
  ...native,
  ...ownTransforms,
  ...blueprints,
  ...capabilities,
  ...disk,
}

export type FindingCode = keyof typeof catalogue

export const findingCodes = Object.keys(catalogue) as readonly FindingCode[]

/** Codes that had another name; the old ones work until the next minor version. */
const formerCodes: Readonly<Record<string, FindingCode>> = {
  'declined-name': 'deprecated-name',
  'gone-resource-type': 'removed-resource-type',
  'becomes-call': 'newer-function',
}

/** The code that somebody means by a name: the one that took its place, where it is an old one. */
export function currentCode(code: string): string {
  return Object.hasOwn(formerCodes, code) ? (formerCodes[code] ?? code) : code
}

/** What is to be said of an old name of a code; undefined for names that hold. */
export function renamedCodeNote(code: string): string | undefined {
  const current = currentCode(code)
  if (current === code) return undefined
  return `${code} is called ${current} now; the old name works until the next minor version`
}

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(catalogue, code)
}

/** The codes that `--accept` takes. */
export function acceptableCodes(): readonly FindingCode[] {
  return findingCodes.filter((code) => 'accept' in catalogue[code])
}

/** The code of a finding: one of the catalogue's, or the number of a requirement of a profile. */
export type ReportableCode = FindingCode | `R-${string}`

/** The codes that `--from aws` accepts. */
export function codesOfAws(): readonly FindingCode[] {
  return acceptableCodes().filter((code) => catalogueEntry(code)?.isOfAws === true)
}

/** What is known of a code; undefined for one that is not of the catalogue, such as the number of a requirement. */
export function catalogueEntry(code: string): CatalogueEntry | undefined {
  return isFindingCode(code) ? catalogue[code] : undefined
}
