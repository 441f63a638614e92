import type { Severity } from '../engine/finding.ts'
import type { Style } from './style.ts'
import type { Verdict } from './verdict.ts'

/** The colour of a verdict. */
export function verdictStyle(style: Style, verdict: Verdict): (text: string) => string {
  switch (verdict) {
    case 'changed':
    case 'clean':
      return style.green
    case 'blocked':
    case 'warnings':
      return style.yellow
    case 'failed':
    case 'errors':
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
