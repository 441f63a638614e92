import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { EXECUTABLE, hotshift } from './hotshift.ts'

const CI = join(import.meta.dirname, '../../docs/ci')
/** The report of a single run has no times in it then. */
const reproducible = { SOURCE_DATE_EPOCH: '0' }

let folder: string
let work: string
let env: Readonly<Record<string, string>>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-parts-'))
  work = join(folder, 'work')
  for (const name of ['bin', 'work']) mkdirSync(join(folder, name))
  symlinkSync(EXECUTABLE, join(folder, 'bin/hotshift'))
  env = { ...reproducible, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const template = (index: number) =>
  `heat_template_version: 201${index % 2 === 0 ? '3-05-23' : '5-10-15'}\nparameters:\n  p: {type: string, default: d${index}}\nresources:\n  r: {${index % 7 === 0 ? 'tipe' : 'type'}: OS::Heat::Value, properties: {value: {get_param: p}}}\n`

/** Templates, some of them wrong, and some that call others. */
function templates(count: number): void {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(join(work, 'in'), { recursive: true })
  for (let index = 0; index < count; index++) {
    writeFileSync(join(work, `in/${index}.yaml`), template(index))
    if (index % 5 === 0)
      writeFileSync(
        join(work, `in/c${index}.yaml`),
        `heat_template_version: 2016-10-14\nresources:\n  r: {type: ${index}.yaml}\n`,
      )
  }
}

function run(command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  return spawnSync(command, args, { cwd: work, encoding: 'utf8', env: { ...process.env, ...env, ...more } })
}

const has = (...programs: readonly string[]) =>
  programs.every((one) => spawnSync('sh', ['-c', `command -v ${one}`]).status === 0)

const commands = [
  ['check', 'in'],
  ['upgrade', '--to', 'rocky', 'in'],
  ['extract-defaults', 'in'],
]

/** The report of one run over everything, and its exit code. */
function whole(args: readonly string[]) {
  const { status } = hotshift([...args, '--quiet', '--output', 'whole.json'], work, reproducible)
  return { status, report: readFileSync(join(work, 'whole.json'), 'utf8') }
}

const ifParallel = has('parallel') ? describe : describe.skip

ifParallel('GNU parallel (docs/ci/parallel.sh)', () => {
  it.each(commands)('makes the report of a single run of %s, byte for byte', (...args) => {
    templates(60)
    const single = whole(args)
    const { status, stdout, stderr } = run(join(CI, 'parallel.sh'), args, {
      PARTS: '3',
      REPORT: 'parts.json',
    })
    expect([status, stdout + stderr]).toEqual([single.status, expect.stringContaining('files')])
    expect(readFileSync(join(work, 'parts.json'), 'utf8')).toBe(single.report)
  })

  it('writes what a single run writes', () => {
    templates(60)
    const { status } = run(join(CI, 'parallel.sh'), ['upgrade', '--to', 'rocky', 'in', '--write'], {
      PARTS: '4',
    })
    expect(status).toBe(0)
    const { stdout } = hotshift(['upgrade', '--to', 'rocky', 'in', '--format', 'json'], work)
    expect(JSON.parse(stdout).totals).toMatchObject({ changed: 0, unchanged: 72 })
  })

  it('says why there is no report when the command line is wrong', () => {
    templates(3)
    const { status, stderr } = run(join(CI, 'parallel.sh'), ['check', '--strct', 'in'], { PARTS: '2' })
    expect(status).toBe(64)
    expect(stderr).toContain('--strct')
  })
})

/** A Slurm of one node in the folder of the test; how to end it. */
async function startSlurm(): Promise<{ readonly conf: string; readonly stop: () => Promise<void> }> {
  const home = join(folder, 'slurm')
  for (const name of ['state', 'spool', 'log', 'run']) mkdirSync(join(home, name), { recursive: true })
  const name = hostname().split('.')[0]
  const socket = join(home, 'run/munge.socket')
  writeFileSync(join(home, 'munge.key'), Buffer.alloc(1024, 7), { mode: 0o400 })
  writeFileSync(
    join(home, 'slurm.conf'),
    `ClusterName=t
SlurmctldHost=${name}(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=${socket}
SlurmUser=root
SlurmdUser=root
StateSaveLocation=${home}/state
SlurmdSpoolDir=${home}/spool
SlurmctldPidFile=${home}/ctld.pid
SlurmdPidFile=${home}/d.pid
SlurmctldLogFile=${home}/log/ctld
SlurmdLogFile=${home}/log/d
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=${name} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=p Nodes=${name} Default=YES MaxTime=INFINITE State=UP
`,
  )
  const conf = join(home, 'slurm.conf')
  // In the foreground, so that each is a child of the test and goes with it.
  const start = (program: string, args: readonly string[]) =>
    spawn(program, args, { stdio: 'ignore', env: { ...process.env, SLURM_CONF: conf } })
  const munge = ['--foreground', '--force', `--socket=${socket}`, `--key-file=${home}/munge.key`]
  const daemons = [
    start('munged', [
      ...munge,
      `--pid-file=${home}/munged.pid`,
      `--seed-file=${home}/seed`,
      `--log-file=${home}/log/munged`,
    ]),
    start('slurmctld', ['-D', '-f', conf]),
    start('slurmd', ['-D', '-f', conf, '-N', name ?? '']),
  ]
  const stop = async () => {
    for (const one of daemons.reverse()) {
      if (one.exitCode !== null || one.signalCode !== null) continue
      const ended = new Promise((resume) => one.once('exit', resume))
      one.kill()
      await ended
    }
  }
  for (let second = 0; second < 60; second++) {
    const { stdout } = spawnSync('sinfo', ['-h', '-o', '%T'], {
      encoding: 'utf8',
      env: { ...process.env, SLURM_CONF: conf },
    })
    if (stdout.trim() === 'idle') return { conf, stop }
    await new Promise((resume) => setTimeout(resume, 1000))
  }
  const logs = ['ctld', 'd', 'munged'].map((one) => readIfThere(join(home, 'log', one)))
  await stop()
  throw new Error(`Slurm does not come up:\n${logs.join('\n')}`)
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(-2000)
  } catch (error) {
    return String(error)
  }
}

const hasSlurm = process.getuid?.() === 0 && has('sbatch', 'slurmctld', 'slurmd', 'munged')
const ifSlurm = hasSlurm ? describe : describe.skip

ifSlurm('a Slurm array (docs/ci/slurm.sh)', () => {
  it('makes the report of a single run, byte for byte', async () => {
    templates(60)
    const single = whole(['check', 'in'])
    const { conf, stop } = await startSlurm()
    try {
      mkdirSync(join(work, 'hotshift-parts'))
      const script = join(CI, 'slurm.sh')
      const array = run('sbatch', ['--wait', '--array=1-4', script, 'check', 'in'], { SLURM_CONF: conf })
      expect(array).toMatchObject({ status: 0, stderr: '' })
      const parts = [1, 2, 3, 4].map((part) => `hotshift-parts/part-${part}.json`)
      const merged = run('hotshift', ['merge', ...parts, '--output', 'merged.json'])
      expect([merged.status, single.status]).toEqual([1, 1])
      expect(readFileSync(join(work, 'merged.json'), 'utf8')).toBe(single.report)
    } finally {
      await stop()
    }
  }, 180_000)
})
