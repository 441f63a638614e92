/** The page that `man hotshift` shows, made from the tables that help is made from. */
import type { Command, Option } from '../../src/apps/cli/command.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { exitCodesHelp, modeText } from '../../src/apps/cli/output/help.ts'
import { version } from '../../src/show/report/version.ts'
import { environmentVariables } from './command-line-page.ts'

/** An option that so many commands have is described once. */
const SHARED = 4

/** The manual in the man macros of roff, which groff and mandoc take alike. */
export function manPage(): string {
  const shared = sharedOptions(commands)
  const isShared = (option: Option) => shared.some((one) => keyOf(one) === keyOf(option))
  const page = [
    '.\\" Written by `npm run docs` from the code. Do not edit.\n',
    `.TH HOTSHIFT 1 "" "hotshift ${plain(version)}" "User Commands"\n.nh\n.ad l\n`,
    '.SH NAME\nhotshift \\- rewrite and check OpenStack Heat and CloudFormation templates\n',
    `.SH SYNOPSIS\n${commands.map(synopsis).join('')}`,
    '.SH DESCRIPTION\n',
    paragraph(
      'hotshift changes only what must change, keeps comments, and shows the change as a diff first. Nothing on disk changes without --write.',
    ),
    '.SH COMMANDS\n',
    ...commands.map((command) => commandSection(command, isShared)),
    '.SH SHARED OPTIONS\n',
    paragraph('Options of several commands; each command above names those that it takes.'),
    ...shared.map(entry),
    `.SH EXIT STATUS\n${exitCodesHelp.map(([code, meaning]) => tagged(`.B ${code}`, meaning)).join('')}`,
    `.SH ENVIRONMENT\n${environmentVariables.map(([name, effect]) => tagged(`.B ${plain(name)}`, effect)).join('')}`,
    '.SH FILES\n',
    tagged(
      '.I hotshift.config.{ts,js,json,yaml}',
      'What a repository always says, searched upwards from the working directory.',
    ),
    tagged('.I .hotshiftignore', 'Files to leave out, in the syntax of .gitignore.'),
  ].join('')
  // A heading begins a paragraph, and ends a line: mandoc warns of those that do it again.
  return page.replace(/^(\.S[HS] .*\n)\.PP\n/gm, '$1').replace(/^\.br\n(?=\.SH )/gm, '')
}

/** Those with the same words wherever they stand, in the order of their first appearance. */
function sharedOptions(all: readonly Command[]): readonly Option[] {
  const uses = new Map<string, { readonly option: Option; count: number }>()
  for (const option of all.flatMap(({ options }) => options)) {
    const known = uses.get(keyOf(option))
    if (known === undefined) uses.set(keyOf(option), { option, count: 1 })
    else known.count++
  }
  return [...uses.values()].filter(({ count }) => count >= SHARED).map(({ option }) => option)
}

function keyOf({ name, description }: Option): string {
  return `${name} ${description}`
}

function synopsis({ name, positional }: Command): string {
  return `.B hotshift ${name}\n${positional === '' ? '' : `.I ${plain(positional)}\n`}[options]\n.br\n`
}

function commandSection(command: Command, isShared: (option: Option) => boolean): string {
  const { name, positional, positionalDescription, summary, description, options, examples } = command
  const shared = options.filter(isShared).map((option) => `\\fB\\-\\-${plain(option.name)}\\fR`)
  return [
    `.SS "hotshift ${`${plain(name)} ${quoted(positional)}`.trimEnd()}"\n`,
    paragraph(`${summary}.`),
    ...description.map(paragraph),
    positionalDescription === undefined ? '' : tagged(`.I ${plain(positional)}`, `${positionalDescription}.`),
    ...options.filter((option) => !isShared(option)).map(entry),
    shared.length === 0 ? '' : `.PP\nAlso takes ${shared.join(', ')}.\n`,
    ...Object.entries(examples).map(
      ([purpose, line]) => `.PP\n${words(purpose)}:\n.PP\n.nf\n.RS\n${words(line)}\n.RE\n.fi\n`,
    ),
  ].join('')
}

function entry({ name, alias, value, description, ...option }: Option): string {
  const short = alias === undefined ? '' : `\\fB\\-${alias}\\fR, `
  const mode = plain(modeText(option))
  const argument = value === undefined ? mode : ` \\fI${plain(value)}\\fR`
  return `.TP\n${short}\\fB\\-\\-${plain(name)}\\fR${argument}\n${words(`${description}.`)}\n`
}

function tagged(tag: string, meaning: string): string {
  return `.TP\n${tag}\n${words(meaning)}\n`
}

function paragraph(text: string): string {
  return `.PP\n${words(text)}\n`
}

/** Escapes a string for roff, backticks as bold; a line must not begin with a control character. */
function words(text: string): string {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 0 ? plain(part) : `\\fB${plain(part)}\\fR`))
    .join('')
    .replace(/^(?=[.'])/gm, '\\&')
}

/** Every hyphen as the one of the keyboard: option names are copied from here. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\x00-\x7f]/g,
      (c) => `\\[u${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}

/** The same within a quoted argument of a macro. */
function quoted(text: string): string {
  return plain(text).replaceAll('"', '""')
}
