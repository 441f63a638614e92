/** Node as the machine that the core runs on; every entry for Node imports this file first. */
import { createHash, getHashes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsFolder } from '../heat/facts/folder.ts'
import { useMachine } from '../text/document/machine.ts'

useMachine({
  sha256: (content) => createHash('sha256').update(content).digest('hex'),
  hash: (algorithm, content) =>
    getHashes().includes(algorithm)
      ? createHash(algorithm).update(content, 'latin1').digest('hex')
      : undefined,
  // `performance.now()` says the same, but the first one who asks for it waits a millisecond for the modules behind it.
  milliseconds: () => Number(process.hrtime.bigint()) / 1e6,
  isDebugged: () => process.env.HOTSHIFT_DEBUG === '1',
  directory: () => process.cwd().replaceAll('\\', '/'),
  facts: (file) => readFileSync(join(factsFolder(), file), 'utf8'),
})
