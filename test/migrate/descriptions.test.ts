import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'

describe('a description that the text of no constraint goes on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'descriptions-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['" behind a blank"', '"before a blank "', 'plain'])('%s', async (description) => {
    const template = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Name: {Type: String, Description: ${description}, ConstraintDescription: must be a name}
Resources: {}
`
    writeFileSync(join(folder, 'name.yaml'), template)
    const { stderr } = await inProcess(['migrate', 'name.yaml'], folder)
    expect(stderr).toContain('1 proved equal')
    expect(stderr).not.toContain('meaning-differs')
  })

  it('has the quotes of other strings where the file was JSON', async () => {
    const template = `{"AWSTemplateFormatVersion": "2010-09-09", "Parameters": {
  "Name": {"Type": "String", "Description": "Who", "ConstraintDescription": "must be short"}}, "Resources": {}}`
    writeFileSync(join(folder, 'who.json'), template)
    const { stdout } = await inProcess(['migrate', 'who.json'], folder)
    expect(stdout).toContain('description: Who; must be short}')
  })
})
