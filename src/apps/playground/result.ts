/** What the page shows of an answer. */
import type { EditorView } from '@codemirror/view'
import { button, element } from '../../show/page/element.ts'
import { entryView } from './by-entry.ts'
import { changeView } from './editors.ts'
import type { Answer, AnsweredFile, Remark } from './protocol.ts'

interface ResultOptions {
  /** Whether nothing was to be changed anyway. */
  readonly isCheck: boolean
  /** The source of a file as it was asked about; empty for a new one. */
  readonly before: (path: string) => string
  /** Shows where a finding is. */
  readonly onGo: (path: string, remark: Remark) => void
}

let shown: EditorView[] = []

/** Shows an answer: of the open file first, then of what else is changed or found. */
export function showResult(
  box: HTMLElement,
  { files, comparison, stack }: Answer,
  open: string,
  options: ResultOptions,
): void {
  for (const view of shown) view.destroy()
  shown = []
  box.replaceChildren()
  if (comparison !== undefined) {
    box.append(
      element('h3', {}, ['What an update does']),
      element('pre', { tabindex: '0' }, [comparison.effect]),
      element('h3', {}, ['Whether they mean the same']),
      element('pre', { tabindex: '0' }, [comparison.verdict]),
    )
  }
  if (stack !== undefined) box.append(element('pre', { tabindex: '0' }, [stack]))
  const ofOthers = (one: AnsweredFile) => one.status !== 'unchanged' || one.remarks.length > 0
  const first = files.filter(({ path }) => path === open)
  const others = files.filter((one) => one.path !== open && ofOthers(one))
  for (const one of [...first, ...others]) box.append(fileBox(one, files.length > 1, options))
}

const words: Readonly<Record<AnsweredFile['status'], string>> = {
  changed: '',
  unchanged: 'nothing to change',
  skipped: 'left alone',
  blocked: 'blocked, it stays as it is',
  failed: 'failed',
}

function fileBox(file: AnsweredFile, isOneOfMany: boolean, options: ResultOptions): HTMLElement {
  const { path, name, isNew, reason, status, after, proof, assumptions, effect, remarks } = file
  const box = element('article', { class: 'file', 'data-path': path })
  const title = isNew ? `${name} (new)` : name === path ? path : `${path} → ${name}`
  if (isOneOfMany || name !== path || isNew) box.append(element('h3', {}, [title]))
  const said = [words[status], reason].filter((one) => one !== '').join(': ')
  if (said !== '' && !(status === 'unchanged' && options.isCheck))
    box.append(element('p', { class: 'outcome' }, [said]))
  if (proof !== '') box.append(element('p', { class: 'proof good' }, [proof]))
  if (assumptions.length > 0)
    box.append(element('p', { class: 'quiet' }, [`Assumptions of the proof: ${assumptions.join('; ')}.`]))
  if (effect.length > 0) box.append(effectBox(effect))
  if (remarks.length > 0) box.append(remarkList(path, remarks, options))
  if (after !== undefined) {
    const before = isNew ? '' : options.before(path)
    const entries = entryView(before, after)
    const holder = element('div', { class: 'change' }, entries === undefined ? [] : [entries])
    box.append(holder)
    if (entries === undefined) shown.push(changeView(holder, before, after))
  }
  return box
}

function effectBox([summary = '', ...rest]: readonly string[]): HTMLElement {
  const said = `On a live stack: ${summary}`
  if (rest.length === 0) return element('p', { class: 'effect' }, [said])
  const details = element('pre', { tabindex: '0' }, [rest.join('\n')])
  return element('details', { class: 'effect' }, [element('summary', {}, [said]), details])
}

function remarkList(path: string, remarks: readonly Remark[], options: ResultOptions): HTMLElement {
  const rows = remarks.map((remark) => {
    const { severity, code, line, column, message, title, help } = remark
    return element('li', { class: severity }, [
      button(`${line}:${column}`, () => options.onGo(path, remark), {
        'aria-label': `Line ${line}, ${code}`,
      }),
      ' ',
      element('span', { class: 'severity' }, [severity]),
      ' ',
      element('code', { title }, [code]),
      ` ${message}`,
      ...(help === '' ? [] : [element('div', { class: 'quiet' }, [help])]),
    ])
  })
  return element('ul', { class: 'remarks' }, rows)
}

/** An answer in one sentence, for the status line, which screen readers say. */
export function summaryOf({ files, problem, comparison, stack }: Answer, command: string): string {
  if (problem !== undefined) return problem
  if (comparison !== undefined) return comparison.effect.split('\n', 1)[0] ?? ''
  if (stack !== undefined) return command === 'graph' ? (stack.split('\n', 1)[0] ?? '') : 'as Heat gets it'
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
  const remarks = files.flatMap((one) => one.remarks)
  const of = (severity: Remark['severity']) => remarks.filter((one) => one.severity === severity).length
  const found = `${count(of('error'), 'error')}, ${count(of('warning'), 'warning')}`
  if (command === 'check') return found
  const changed = files.filter(({ status }) => status === 'changed').length
  const blocked = files.filter(({ status }) => status === 'blocked' || status === 'failed').length
  return `${count(changed, 'file')} changed, ${blocked} blocked; ${found}`
}
