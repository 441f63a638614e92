import { partitionInputs } from '../../src/engine/packages/package-inputs.ts'
import type { FileInput } from '../../src/stack/load.ts'

const template = new TextEncoder().encode('heat_template_version: 2016-10-14\n')
const none = new TextEncoder().encode('{}\n')

function input(path: string): FileInput {
  return { path, bytes: path.endsWith('.yaml') ? template : none }
}

describe('the sets that packages are formed from', () => {
  const setsOf = (paths: readonly string[]) => partitionInputs(paths.map(input), { suffix: '.env' })

  it('put together what is below the directory of a manifest, however deep', () => {
    expect(setsOf(['a/MANIFEST.json', 'a/b/c/x.yaml', 'a/d/y.yaml', 'e/z.yaml', 'ab/w.yaml'])).toEqual([
      ['a/MANIFEST.json', 'a/b/c/x.yaml', 'a/d/y.yaml'],
      ['e/z.yaml'],
      ['ab/w.yaml'],
    ])
  })

  it('put together everything where a manifest stands at the top', () => {
    expect(setsOf(['MANIFEST.json', 'a/x.yaml', 'b/y.yaml'])).toEqual([
      ['MANIFEST.json', 'a/x.yaml', 'b/y.yaml'],
    ])
  })

  it('take 20,000 packages with a manifest each', () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => [
      `p${index}/MANIFEST.json`,
      ...Array.from({ length: 20 }, (_file, number) => `p${index}/f${number}.txt`),
    ])
    expect(setsOf(paths.flat())).toHaveLength(20_000)
  })
})
