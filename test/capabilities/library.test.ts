import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { capabilities } from '../../src/index.ts'

const folder = join(import.meta.dirname, '../../docs/examples/zoo')
const files = ['zoo.yaml', 'zoo.env', 'puppet.yaml', 'docker.yaml'].map((path) => ({
  path,
  text: readFileSync(join(folder, path), 'utf8'),
}))

describe('the library about capabilities', () => {
  it('finds templates', () => {
    expect(capabilities.find(files, { deployment: 'docker' })).toEqual(['docker.yaml'])
    expect(capabilities.find(files, { deployment: ['docker', 'puppet'] })).toEqual(
      capabilities.find(files, { deployment: ['puppet', 'docker'] }),
    )
    expect(capabilities.find(files, { deployment: 'none' })).toEqual([])
  })

  it('lists what there is, what is chosen and what is open', () => {
    const open = capabilities.list(files)
    expect(Object.keys(open.capabilities)).toContain('deployment')
    expect(Object.values(open.types).flat()).toEqual(expect.arrayContaining(['docker.yaml', 'puppet.yaml']))
    const chosen = capabilities.list(files, { required: { deployment: 'docker' } })
    expect(Object.values(chosen.chosen)).toEqual(['docker.yaml'])
    expect(chosen.open).toEqual({})
  })

  it('gives the parameters of a composition, and says where nothing decides', () => {
    const { compositions, problems } = capabilities.parameters(files, { required: { deployment: 'docker' } })
    expect(problems).toEqual([])
    expect(compositions.map(({ template }) => template)).toEqual(['zoo.yaml'])
    expect(compositions[0]?.parameters[0]).toMatchObject({
      name: expect.any(String),
      required: expect.any(Boolean),
    })
    const [problem] = capabilities.parameters(files).problems
    expect(problem).toMatchObject({ code: expect.stringContaining('capabilit'), line: expect.any(Number) })
  })

  it('makes the choices', () => {
    const outcomes = capabilities.resolve(files, { required: { deployment: 'docker' } })
    const environment = outcomes.find(({ path }) => path === 'zoo.env')
    expect(environment?.status).toBe('changed')
    expect(environment?.after).toContain('docker.yaml')
    expect(environment?.after).not.toContain('puppet.yaml')
  })
})
