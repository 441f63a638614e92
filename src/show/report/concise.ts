import type { LocatedFinding } from '../../engine/outcome.ts'
import type { Reporter, Write } from './reporter.ts'
import { oneLine } from './style.ts'

/** One line for each finding, as compilers print them: what editors, grep and problem matchers read. */
export function conciseReporter(write: Write): Reporter {
  return {
    file({ path, findings }) {
      if (findings.length > 0) return write(findings.map((finding) => conciseLine(path, finding)).join(''))
    },
    end() {},
  }
}

/** `path:line:col: severity code message`. */
function conciseLine(path: string, { line, column, severity, code, message }: LocatedFinding): string {
  return `${oneLine(`${path}:${line}:${column}: ${severity} ${code} ${message}`)}\n`
}
