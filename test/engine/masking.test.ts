import { prove } from '../../src/engine/proof/proof.ts'
import { recognise } from '../../src/heat/kind.ts'
import { documentOf } from '../document/documents.ts'

/** What a proof says of two texts. */
function messages(before: string, after: string): readonly string[] {
  const document = documentOf(before)
  const { root } = document
  if (root?.kind !== 'map') throw new Error('no mapping')
  const recognition = recognise(root, document.syntax)
  const { findings } = prove({ document, root, recognition, reading: 'heat' }, documentOf(after), new Set())
  return findings.map(({ message }) => message)
}

const template = (value: string, hidden = 'hidden: true, ') => `heat_template_version: 2018-08-31
parameters: {p: {type: string, ${hidden}default: sesame}, q: {type: string, default: door}}
resources: {v: {type: OS::Heat::Value, properties: {value: ${value}}}}
`

describe('what a proof says', () => {
  it('names values', () => {
    const [message] = messages(template('{get_param: p}', ''), template('{get_param: q}', ''))
    expect(message).toContain('"sesame" would become "door"')
  })

  it('does not name hidden ones, nor what is made of them', () => {
    expect(messages(template('{get_param: p}'), template('{get_param: q}'))).toEqual([
      expect.stringMatching(/value: "?\*{6}"? would become "?(?:door|\*{6})"?/),
    ])
    const merged = (value: string) =>
      template(value).replace('parameters: {', 'parameters: {<<: {').replace('door}}', 'door}}}')
    expect(messages(merged('{get_param: p}'), merged('{get_param: q}')).join()).not.toContain('sesame')
    const parts = messages(template('{str_split: [e, {get_param: p}]}'), template('[s, samo]'))
    expect(parts.join()).not.toMatch(/same|sesa/)
    expect(parts).not.toEqual([])
  })

  it('names what owes nothing to them', () => {
    const [message] = messages(
      template('[{get_param: p}, {get_param: q}]'),
      template('[{get_param: p}, wall]'),
    )
    expect(message).toContain('"door" would become "wall"')
  })
})
