import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { median } from './measure.ts'
import { wallTime } from './processes.ts'

const PAIRS = 25

const SMALL = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Flavor: {Type: String, Default: m1.small}
Resources:
  Server:
    Type: AWS::EC2::Instance
    Properties:
      ImageId: fedora
      InstanceType: {Ref: Flavor}
Outputs:
  Address: {Value: {Fn::GetAtt: [Server, PublicIp]}}
`

/**
 * Whole processes against `node -e 0`, in turns. The code cache is filled, as it is
 * from the second run of a command on.
 *
 * @param hotshift path of the executable
 * @param folder an empty one to work in
 */
export function startUpFigures(hotshift: string, folder: string): readonly Figure[] {
  writeFileSync(join(folder, 'small.yaml'), SMALL)
  const help = [hotshift, '--help']
  const small = [hotshift, 'migrate', 'small.yaml']
  const bare = ['-e', '0']
  for (const args of [help, small, bare]) wallTime(args, folder)
  const times: { bare: number[]; help: number[]; small: number[] } = { bare: [], help: [], small: [] }
  for (let pair = 0; pair < PAIRS; pair += 1) {
    times.bare.push(wallTime(bare, folder))
    times.help.push(wallTime(help, folder))
    times.small.push(wallTime(small, folder))
  }
  const base = median(times.bare)
  const figure = (name: string, values: readonly number[], target: number): Figure => ({
    name,
    value: median(values) / base,
    target,
    unit: 'x',
    note: `${median(values).toFixed(0)} ms, node -e 0 ${base.toFixed(0)} ms, medians of ${PAIRS}`,
  })
  return [
    figure('hotshift --help against node -e 0', times.help, 1.3),
    figure('a first small file against node -e 0', times.small, 2),
  ]
}
