/** What types lead to, from the template in which they stand. */
import { Names } from '../../src/workspace/names.ts'

const names = new Names({ together: [] })

it.each(['leaf.yaml', 'leaf.template', 'leaf.yml'])('finds %s beside the template that names it', (type) => {
  const paths = ['a/x.yaml', 'b/y.yaml'].map((from) => names.type(from, type))
  expect(paths).toEqual([
    { is: 'file', path: `a/${type}`, by: [] },
    { is: 'file', path: `b/${type}`, by: [] },
  ])
})
