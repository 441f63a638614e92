import { isPlainText } from '../scalar-value.ts'
import { unwritable } from './characters.ts'

/**
 * What ends or turns a plain scalar on one line into something else, for LibYAML's
 * `yaml_parser_fetch_next_token` and `yaml_parser_scan_plain_scalar` or for a YAML 1.2 reader: an indicator
 * at its start, blanks at its ends, a colon before a blank, `#` after one, a document mark.
 */
const breaksBlock =
  /^[,[\]{}#&*!|>'"%@`]|^[-?:](?:[ \t]|$)|^[ \t]|[ \t]$|:(?:[ \t]|$)|[ \t]#|^(?:---|\.\.\.)(?:[ \t]|$)/

/** Inside `[ ]` and `{ }` also their own indicators anywhere, `?` and `:` at the start, and `:?`. */
const breaksFlow = /^[?:]|[,[\]{}]|:\?/

/** Whether a text that is written without quotes reads back as just this text. */
export function staysPlain(text: string, place: 'block' | 'flow'): boolean {
  if (breaksBlock.test(text) || (place === 'flow' && breaksFlow.test(text))) return false
  return isPlainText(text) && !unwritable.test(text)
}
