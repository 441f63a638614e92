import type { Severity } from '../engine/finding.ts'
import type { FileStatus } from '../engine/outcome.ts'
import type { Style } from './style.ts'

/** The colour of a status. */
export function statusStyle(style: Style, status: FileStatus): (text: string) => string {
  switch (status) {
    case 'changed':
      return style.green
    case 'blocked':
      return style.yellow
    case 'failed':
      return style.red
    case 'unchanged':
    case 'skipped':
      return style.dim
  }
}

/** The colour of a severity. */
export function severityStyle(style: Style, severity: Severity): (text: string) => string {
  switch (severity) {
    case 'error':
      return style.red
    case 'warning':
      return style.yellow
    case 'info':
      return style.cyan
  }
}
