/// <reference lib="webworker" />
/** Where the worker begins: the page has the engine's answers without waiting for them. */

import awsTypes from '../../heat/facts/aws-types.jsonl'
import resourceTypes from '../../heat/facts/resource-types.jsonl'
import { useMachine } from '../../text/document/machine.ts'
import { answer } from './core.ts'
import type { Question } from './protocol.ts'

const facts: Readonly<Record<string, string>> = {
  'aws-types.jsonl': unpacked('aws-types.jsonl', awsTypes),
  'resource-types.jsonl': unpacked('resource-types.jsonl', resourceTypes),
}

function unpacked(file: keyof typeof FACTS_DICTIONARIES, text: string): string {
  return FACTS_DICTIONARIES[file].reduceRight(
    (all, [character, phrase]) => all.replaceAll(character, phrase),
    text,
  )
}

useMachine({
  facts(file) {
    const text = facts[file]
    // Descriptions are for hovering in editors, which the page does not have.
    if (text === undefined) throw new Error(`${file} is no part of the playground`)
    return text
  },
})

declare const self: DedicatedWorkerGlobalScope
self.addEventListener('message', ({ data }: MessageEvent<Question>) => self.postMessage(answer(data)))
