import type { Severity } from '../../engine/finding.ts'
import type { FileStatus } from '../../engine/outcome.ts'

/** The class of a badge; its word says the same, so that colour is never all there is. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export function statusTone(status: FileStatus): Tone {
  switch (status) {
    case 'changed':
      return 'good'
    case 'blocked':
      return 'warn'
    case 'failed':
      return 'bad'
    case 'unchanged':
    case 'skipped':
      return 'plain'
  }
}

export function severityTone(severity: Severity): Tone {
  switch (severity) {
    case 'error':
      return 'bad'
    case 'warning':
      return 'warn'
    case 'info':
      return 'plain'
  }
}

export function keywordTone(keyword: string): Tone {
  return keyword.startsWith('MUST') ? 'bad' : 'warn'
}
