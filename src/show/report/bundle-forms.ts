/** A stack in the forms that other tools take: a resource of Terraform, tasks of Ansible. */

/** What is made, apart from its files. */
interface NamedStack {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Writes data as YAML. */
type WriteYaml = (value: unknown) => string

const warning =
  'Made by hotshift bundle. It has all values of the environments, those of hidden parameters too.'

/**
 * A resource of the provider terraform-provider-openstack/openstack. Its `template_opts` holds the source of a template and no files, and
 * an environment may not be empty.
 */
export function terraformText(
  { name, parameters }: NamedStack,
  { template, environment }: { readonly template: string; readonly environment: string },
): string {
  const given = [...parameters].map(([key, value]) => `    ${quoted(key)} = ${quoted(value)}\n`)
  return `# ${warning}
resource "openstack_orchestration_stack_v1" ${quoted(label(name))} {
  name             = ${quoted(name)}
  disable_rollback = true
${given.length === 0 ? '' : `  parameters = {\n${given.join('')}  }\n`}  environment_opts = {
    Bin = ${textValue(environment)}
  }
  template_opts = {
    Bin = ${textValue(template)}
  }
}
`
}

/** As a name of Terraform or Ansible: letters, digits and `_`. */
function label(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_')
}

/** A string of HCL in quotes, in which nothing is replaced. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replace(/[$%](?=\{)/g, (one) => (one === '$' ? '\\u0024' : '\\u0025'))
    .replace(/\\[bf]/g, (one) => (one === '\\b' ? '\\u0008' : '\\u000c'))
}

/** Lines as they are, where HCL can have them so. */
function textValue(text: string): string {
  const isPlain = text.endsWith('\n') && !/[^\t\n -~\u00a0-\uffff]|\$\$\{|%%\{/.test(text)
  if (!isPlain) return quoted(text)
  let word = 'EOT'
  while (text.split('\n').some((line) => line.trim() === word)) word += '_'
  return `<<${word}\n${text.replace(/[$%](?=\{)/g, '$&$&')}${word}`
}

/** A file of the stack, by its path from the folder that all are in. */
interface StackFile {
  readonly path: string
  readonly text: string
}

/** Tasks that write the files into a folder, and give them to openstack.cloud.stack, which reads files as python-heatclient does. */
export function ansibleText(
  { name, parameters }: NamedStack,
  files: {
    readonly template: string
    readonly environments: readonly string[]
    readonly all: readonly StackFile[]
  },
  yamlOf: WriteYaml,
): string {
  const unsafe = markFor([...files.all.map(({ text }) => text), ...parameters.values(), ...parameters.keys()])
  const folder = `${label(name)}_files`
  const at = (path: string) => `{{ ${folder}.path }}/${path}`
  const values = new Map([...parameters].map(([key, value]) => [`${key}${unsafe}`, value]))
  const tasks = [
    {
      name: `Make a folder for the files of ${name}`,
      'ansible.builtin.tempfile': { state: 'directory', suffix: '.heat' },
      register: folder,
    },
    ...writingTasks(files.all, at, `content${unsafe}`),
    {
      name: `Create or update the stack ${name}`,
      'openstack.cloud.stack': {
        name,
        state: 'present',
        rollback: false,
        template: at(files.template),
        ...(files.environments.length === 0 ? {} : { environment: files.environments.map(at) }),
        ...(values.size === 0 ? {} : { parameters: values }),
      },
    },
    {
      name: `Remove the files of ${name}`,
      'ansible.builtin.file': { path: at('').slice(0, -1), state: 'absent' },
    },
  ]
  return `# ${warning}\n${yamlOf(tasks).replaceAll(new RegExp(`${unsafe}("?: )`, 'g'), '$1!unsafe ')}`
}

/** Tasks that make the folders of files, and then the files. */
function writingTasks(
  all: readonly StackFile[],
  at: (path: string) => string,
  content: string,
): readonly object[] {
  const folders = new Set(all.flatMap(({ path }) => parentsOf(path)))
  return [
    ...[...folders].map((path) => ({
      name: `Make the folder ${path}`,
      'ansible.builtin.file': { path: at(path), state: 'directory', mode: '0700' },
    })),
    ...all.map(({ path, text }) => ({
      name: `Write ${path}`,
      'ansible.builtin.copy': { dest: at(path), mode: '0600', [content]: text },
    })),
  ]
}

/** What occurs nowhere, so that it marks what Ansible is to leave as it is (`!unsafe`). */
function markFor(texts: readonly string[]): string {
  let mark = '__unsafe'
  while (texts.some((text) => text.includes(mark))) mark += '_'
  return mark
}

/** The folders on the way to a file, the outermost first. */
function parentsOf(path: string): readonly string[] {
  const steps = path.split('/').slice(0, -1)
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'))
}
