let count = 0

/** A name, unique among running processes, for a file that is about to take another's place. */
export function temporaryName(): string {
  count += 1
  return `.hotshift-${process.pid}-${count}.tmp`
}

/** Whether the name is one of ours: left behind by a run that was killed, never to be taken for a template. */
export function isTemporaryName(name: string): boolean {
  return /^\.hotshift-\d+-\d+\.tmp$/.test(name)
}
