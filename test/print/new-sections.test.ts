import { entry, mapping, string, withEntries } from '../../src/text/document/build.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

/** The text with two sections behind its first. */
function withSections(before: string): string {
  const document = documentOf(before)
  const root = document.root as Mapping
  const added = [
    entry('description', string('A kiln')),
    entry('parameters', mapping([entry('a', string('b'))], { style: 'block' })),
  ]
  const next = withEntries(root, [...root.entries.slice(0, 1), ...added, ...root.entries.slice(1)])
  return printDocument(document, next, 'yaml')
}

describe('new sections that stand together', () => {
  it('are set apart where the sections of the author are', () => {
    expect(withSections('version: 1\n\nresources:\n  c: d\n\noutputs: {}\n')).toBe(
      'version: 1\n\ndescription: A kiln\n\nparameters:\n  a: b\n\nresources:\n  c: d\n\noutputs: {}\n',
    )
  })

  it('keep the line breaks of the text', () => {
    expect(withSections('version: 1\r\n\r\nresources:\r\n  c: d\r\n')).toBe(
      'version: 1\r\n\r\ndescription: A kiln\r\n\r\nparameters:\r\n  a: b\r\n\r\nresources:\r\n  c: d\r\n',
    )
  })

  it('stand close where the sections of the author do', () => {
    expect(withSections('version: 1\nresources:\n  c: d\n')).toBe(
      'version: 1\ndescription: A kiln\nparameters:\n  a: b\nresources:\n  c: d\n',
    )
  })
})
