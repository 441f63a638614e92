import fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { DocumentProblem } from '../../src/run/plan/document.ts'
import { fileSource, LongDocument } from '../../src/run/plan/long-document.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { sourceOf } from './source-of.ts'
import '../seed.ts'

afterEach(removeTemporaryTrees)

const read = (text: string) => {
  const document = new LongDocument(sourceOf(text), 'files', 'plan')
  return {
    rest: document.rest,
    entries: Array.from({ length: document.length }, (_, index) => document.entry(index)),
  }
}

const problem = (text: string): string => {
  try {
    read(text)
    return 'none'
  } catch (error) {
    if (!(error instanceof DocumentProblem)) throw error
    const { location: at, message } = error
    return at === undefined ? message : `${at.line}:${at.column} ${message}`
  }
}

describe('a document with a long list', () => {
  it('gives what JSON.parse gives, however it is laid out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        (files, others, indent) => {
          const all = { ...others, files, last: { files: [1] } }
          const text = JSON.stringify(all, null, indent)
          const { rest, entries } = read(text)
          const { files: expected, ...around } = JSON.parse(text)
          expect(entries).toEqual(expected)
          expect(rest).toEqual({ ...around, files: [] })
        },
      ),
    )
  })

  it('may have entries and names that reach over pieces of the file', () => {
    const files = Array.from({ length: 900 }, (_, index) => ({ text: `"\\"]},\n${'é'.repeat(index)}` }))
    const { entries } = read(JSON.stringify({ before: 'x'.repeat(400_000), files }))
    expect(entries).toEqual(files)
  })

  it('may begin with a byte order mark, and write the name of the list with escapes', () => {
    expect(read('\ufeff{"f\\u0069les" : [ 1 , "]" ]}')).toEqual({ rest: { files: [] }, entries: [1, ']'] })
  })

  it('may have an empty list, with blanks in it', () => {
    expect(read('{"files": [ \n ], "last": 1}')).toEqual({ rest: { files: [], last: 1 }, entries: [] })
  })

  it('need not have the list where it is something else', () => {
    expect(read('{"files": {"files": [1]}}')).toEqual({ rest: { files: { files: [1] } }, entries: [] })
    expect(read('[{"files": [1]}]')).toEqual({ rest: [{ files: [1] }], entries: [] })
    expect(read('"files"')).toEqual({ rest: 'files', entries: [] })
  })

  it.each([
    ['{"files": [1,]}', 14, "Unexpected token ']'"],
    ['{"files": [1 2]}', 14, "Expected ',' or ']' after array element in JSON"],
    ['{"files": [,1]}', 12, "Unexpected token ','"],
    ['{"files": [{"a": 1}', 20, "Expected ',' or ']' after array element in JSON"],
    ['{"files": [{"a": }]}', 18, "Unexpected token '}'"],
    ['{"files": ["a', 14, 'Unterminated string in JSON'],
    ['{"files": []]', 13, "Expected ',' or '}' after property value in JSON"],
    ['{"files": [{}}]}', 14, "Expected ',' or ']' after array element in JSON"],
    ['', 1, 'Unexpected end of JSON input'],
  ])('%s is refused with the position in the document', (text, column, message) => {
    expect(problem(text)).toContain(`1:${column} is not a plan: ${message}`)
  })

  it('with two lists of entries is refused', () => {
    expect(problem('{"files": [1], "files": []}')).toBe('is not a plan: files stands in it twice')
  })

  it('that changes while it is read is refused', () => {
    const tree = temporaryTree({ 'p.json': '{"files": [1, 2]}' })
    const fd = fs.openSync(join(tree.root, 'p.json'), 'r')
    try {
      const document = new LongDocument(fileSource(fd, fs), 'files', 'plan')
      expect(document.entry(1)).toBe(2)
      tree.write('p.json', '{"files": [1, 3], "x": 1}')
      expect(() => document.entry(1)).toThrow('has changed while it was read')
    } finally {
      fs.closeSync(fd)
    }
  })
})
