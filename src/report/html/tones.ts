import type { Severity } from '../../engine/finding.ts'
import type { Verdict } from '../verdict.ts'

/** The class of a badge; its word says the same, so that colour is never all there is. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export function verdictTone(verdict: Verdict): Tone {
  switch (verdict) {
    case 'changed':
    case 'clean':
      return 'good'
    case 'blocked':
    case 'warnings':
      return 'warn'
    case 'failed':
    case 'errors':
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
