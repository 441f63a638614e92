/** The two editors of the page: the one to write in, and the one that shows what becomes of it. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { Remark } from './protocol.ts'

/** Colours are those of the page, light and dark alike. */
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.content], color: 'var(--value)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.typeName, tags.labelName, tags.meta], color: 'var(--mark)' },
])

const look: Extension = [
  yaml(),
  indentUnit.of('  '),
  syntaxHighlighting(colours),
  lineNumbers(),
  EditorView.lineWrapping,
]

/** The editor of the files; Tab leaves it, as everywhere in a page. */
export function sourceEditor(parent: HTMLElement, onChange: (text: string) => void): EditorView {
  return new EditorView({ parent, state: sourceState('', onChange) })
}

/** A file anew, with a history of its own. */
export function sourceState(text: string, onChange: (text: string) => void): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      look,
      history(),
      lintGutter(),
      highlightActiveLine(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'Template' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString())
      }),
    ],
  })
}

/** Shows findings at their lines. */
export function mark(view: EditorView, remarks: readonly Remark[]): void {
  view.dispatch(setDiagnostics(view.state, remarks.map(diagnosticIn(view.state))))
}

function diagnosticIn({ doc }: EditorState): (remark: Remark) => Diagnostic {
  const offset = (line: number, column: number) => {
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
    return Math.min(from + Math.max(column - 1, 0), to)
  }
  return ({ line, column, endLine = line, endColumn = column, severity, code, message, help }) => {
    const from = offset(line, column)
    return {
      from,
      to: Math.max(from, offset(endLine, endColumn)),
      severity,
      source: code,
      message: help === '' ? message : `${message}\n${help}`,
    }
  }
}

/** Puts the cursor where something stands. */
export function go(view: EditorView, { line, column }: Pick<Remark, 'line' | 'column'>): void {
  const { doc } = view.state
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const anchor = Math.min(from + Math.max(column - 1, 0), to)
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
  view.focus()
}

/** A source with what changed in it. */
export function changeView(parent: HTMLElement, before: string, after: string): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        look,
        EditorView.editable.of(false),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Result', tabindex: '0' }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          collapseUnchanged: { margin: 3, minSize: 6 },
        }),
      ],
    }),
  })
}
