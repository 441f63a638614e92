/** Findings about finding, reading and writing files, and about plans. */
import type { Explanations } from './explanation.ts'

const template = `heat_template_version: 2016-10-14
resources: {note: {type: OS::Heat::None}}
`

const lift = 'upgrade --to 2018-08-31'

/** Two changes that are far enough apart for two hunks. */
const twoHunks = `heat_template_version: 2013-05-23
resources:
  a:
    type: OS::Heat::Value
    properties:
      value: 1
  b:
    type: OS::Heat::Value
    properties:
      value: {'Fn::Join': ['', [a, b]]}
`

const group = `heat_template_version: 2013-05-23
resources:
  web:
    type: OS::Heat::ResourceGroup
    properties:
      count: 3
      resource_def: {type: OS::Nova::Server, properties: {image: a, flavor: b}}
outputs:
  first: {value: {get_attr: [web, first_address, 0]}}
`

const page = 'docs/bulk.md'
const planned = `hotshift ${lift} server.yaml --plan plan.json`
const repository = 'git init --quiet && git add . && git -c user.name=a -c user.email=a@b commit -qm first'

export const disk = {
  'path-not-found': {
    why: 'Nothing was read. A path that does not exist is an error, so that a typing mistake in CI does not pass.',
    example: {
      command: 'check sever.yaml',
      before: { 'server.yaml': template },
      after: { 'sever.yaml': template },
    },
  },
  'empty-directory': {
    why: 'The directory contains no file that hotshift could read, so that the run would check nothing.',
    example: {
      command: 'check templates',
      setup: 'mkdir -p templates',
      before: {},
      after: { 'templates/server.yaml': template },
    },
  },
  'glob-without-match': {
    why: 'The pattern matches no file, so that the run would check nothing.',
    example: {
      command: "check '*.template'",
      before: { 'server.yaml': template },
      after: { 'server.template': template },
    },
  },
  'unreadable-file': {
    why: 'The operating system refused to open the file. The other files of the run are not affected.',
  },
  'unreadable-directory': {
    why: 'The operating system refused to list the directory, so that the files in it are not part of the run.',
  },
  'broken-link': {
    why: 'The target of the symbolic link does not exist.',
    example: {
      command: 'check .',
      setup: 'ln -s missing.yaml link.yaml',
      before: { 'server.yaml': template },
      after: { 'server.yaml': template, 'missing.yaml': template },
    },
  },
  'link-not-followed': {
    why: 'hotshift changes only what you name. A link that leaves the given directories could lead anywhere.',
    example: {
      command: 'check templates',
      setup: 'ln -s ../other.yaml templates/link.yaml',
      before: { 'templates/server.yaml': template, 'other.yaml': template },
    },
  },
  'special-file': {
    why: 'Reading a pipe or a device could block for ever.',
    example: { command: 'check .', setup: 'mkfifo pipe.yaml', before: { 'server.yaml': template } },
  },
  'undecodable-name': {
    why: 'Reports and patches are UTF-8 and cannot contain the name.',
    example: {
      command: 'check .',
      setup: 'cp server.yaml "$(printf \'caf\\351.yaml\')"',
      before: { 'server.yaml': template },
    },
  },
  'unused-ignore': {
    why: 'The finding was fixed. A comment that stays would hide the next one.',
    page: 'docs/ci.md',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
# hotshift-ignore unknown-property: our cloud has it
resources: {note: {type: OS::Heat::None}}
`,
      after: `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::None}}
`,
    },
  },
  'malformed-ignore': {
    why: 'The comment ignores nothing, because it has no code or no reason.',
    page: 'docs/ci.md',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
# hotshift-ignore this
resources: {note: {type: OS::Heat::None}}
`,
      after: `heat_template_version: 2018-08-31
resources: {note: {type: OS::Heat::None}}
`,
    },
  },
  'binary-file': {
    why: 'The file is too large for a template, or a binary file, so it is not read.',
    example: {
      command: 'check .',
      setup: 'dd if=/dev/zero of=image.yaml bs=1M count=101 2>/dev/null',
      before: { 'server.yaml': template },
    },
  },
  'file-too-large': {
    why: 'The file is larger than any template that Heat accepts, so that it is not read.',
  },
  'archive-not-read': {
    why: 'The file has the ending of a zip archive and is not one, or uses a format that hotshift does not read.',
    page: 'docs/onap.md',
    example: {
      command: 'check --profile onap package.zip',
      before: {
        'package.zip': `not a zip
`,
      },
    },
  },
  'archive-unsafe': {
    why: 'Unpacking it could write files outside of its folder. Such archives are attacks or damaged.',
    page: 'docs/onap.md',
  },
  'archive-encrypted': {
    why: 'The content cannot be read without the password, and hotshift does not ask for one.',
    page: 'docs/onap.md',
  },
  'archive-duplicate': {
    why: 'Programs disagree about which of two files with the same name counts. What was checked could differ from what is deployed.',
    page: 'docs/onap.md',
  },
  'archive-too-large': {
    why: 'The files in the archive exceed the limits for size or number, which guard against archives made to exhaust memory.',
    page: 'docs/onap.md',
  },
  'archive-not-written': {
    why: 'hotshift never replaces an archive, and never writes over files that it did not create.',
    page: 'docs/onap.md',
  },
  'hard-link': {
    why: 'hotshift writes a new file and renames it. The other name keeps pointing to the old content.',
    example: {
      command: `${lift} --write server.yaml`,
      setup: 'ln server.yaml other.yaml',
      before: { 'server.yaml': template },
    },
  },
  'rename-through-link': {
    why: 'The result has another name, and the link would point to a file that no longer exists.',
    example: {
      command: 'migrate link.json',
      setup: 'ln -s real/server.json link.json',
      before: {
        'real/server.json': `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Note": {"Type": "OS::Heat::None"}}}
`,
      },
    },
  },
  'link-in-target': {
    why: 'Writing through a symbolic link could create the file outside of the directories that you named.',
  },
  'change-incomplete': {
    why: 'Files that refer to one another are changed together or not at all. Another file of the same change is blocked.',
    example: {
      command: 'capabilities resolve -e zoo.env',
      before: {
        'zoo.env': `requires: {deployment: docker}
resource_registry:
  OS::Zoo::Keeper: &two [puppet.yaml, docker.yaml]
  OS::Zoo::Night: *two
  resources:
    one: &own {OS::Zoo::Day: [docker.yaml, puppet.yaml]}
    two: *own
`,
        'puppet.yaml': `heat_template_version: 2018-08-31
capabilities: {deployment: puppet, resource_type: OS::Zoo::Keeper}
resources: {note: {type: OS::Heat::None}}
`,
        'docker.yaml': `heat_template_version: 2018-08-31
capabilities: {deployment: docker, resource_type: OS::Zoo::Keeper}
resources: {note: {type: OS::Heat::None}}
`,
      },
    },
  },
  'changed-on-disk': {
    why: 'Another program wrote the file after hotshift read it. The new content is left as it is.',
  },
  'read-only-file': {
    why: 'Somebody protected the file from changes, and hotshift respects that.',
    example: {
      command: `${lift} --write server.yaml`,
      setup: 'chmod a-w server.yaml',
      before: { 'server.yaml': template },
    },
  },
  'read-only-directory': {
    why: 'hotshift writes a new file beside the old one and renames it, for which the directory must be writable.',
  },
  'disk-full': {
    why: 'The operating system had no space or quota for the new file. The original is intact, because it is replaced only when the new file is complete.',
  },
  'write-failed': {
    why: 'The operating system refused to write. The original is intact.',
  },
  'unfinished-run': {
    why: 'A run was killed while it wrote files that belong together, or is still writing. The journal of that run says how to finish.',
    page: 'docs/security.md',
  },
  'leftover-file': {
    why: 'The name is one that hotshift uses for files it is about to write. It may be left over from a killed run, or planted.',
    page: 'docs/security.md',
  },
  'plan-outdated': {
    why: 'The plan was made from another content of the file. Applying it could undo what was written since.',
    page,
    example: {
      command: 'apply plan.json',
      setup: `${planned}; echo '# new' >> server.yaml`,
      before: { 'server.yaml': template },
    },
  },
  'plan-leads-outside': {
    why: 'A plan is a file that others can send you. It must not make hotshift write anywhere.',
    page: 'docs/security.md',
    example: {
      command: 'apply plan.json',
      setup: `${planned}; sed -i 's|"server.yaml"|"../server.yaml"|g' plan.json`,
      before: { 'server.yaml': template },
    },
  },
  'hunks-chosen': {
    why: 'You left hunks out. The result was read, checked and proved again.',
    page,
    example: {
      setup: planned,
      command: 'apply plan.json --except transform:hot/target-version',
      before: { 'server.yaml': twoHunks },
    },
  },
  'decisions-outdated': {
    why: 'Somebody decided about another change: the file, the version or the transforms were others. What was rejected then might be written now.',
    page,
  },
  'choice-not-valid': {
    why: 'One hunk needs another: for example the new version needs the new function.',
    page,
    example: {
      setup: planned,
      command: 'apply plan.json --except transform:cfn/join-to-str-replace',
      before: { 'server.yaml': twoHunks },
    },
  },
  'choice-changes-meaning': {
    why: 'The hunks preserve the meaning together, and not one without the other.',
    page,
    example: {
      setup: `${planned} --accept group-attribute-path`,
      command: 'apply plan.json --except transform:hot/group-attribute-paths',
      before: { 'server.yaml': group },
    },
  },
  'choice-not-proved': {
    why: 'hotshift found no values for which your choice differs, and could not prove that there are none.',
    page,
  },
  'uncommitted-changes': {
    why: 'After the run, your changes and those of hotshift could not be separated or reverted. If git cannot say which files have changed, for example because it is not installed, every file of the repository is blocked.',
    example: {
      command: `${lift} server.yaml --write`,
      setup: `${repository} && echo '# mine' >> server.yaml`,
      before: { 'server.yaml': template },
    },
  },
  interrupted: {
    why: 'You pressed Ctrl-C in a run with --write, or the process was asked to stop while files were written. hotshift completes the files in hand and stops.',
  },
} as const satisfies Explanations
