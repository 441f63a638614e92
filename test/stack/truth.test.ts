import { isHidden } from '../../src/heat/parameters.ts'
import { declaredParameter } from '../../src/stack/values.ts'
import { packageIn } from './packages.ts'

function hides(head: string, declaration: string): boolean {
  const section = head.startsWith('heat') ? 'parameters' : 'Parameters'
  const pkg = packageIn({ 'a.yaml': `${head}\n${section}:\n  p: {${declaration}}\n` })
  return isHidden(declaredParameter(pkg.files.get('a.yaml')?.root as never, 'p')?.map)
}

// As HOTParamSchema.from_dict and Parameter.__str__ of Heat take them.
it.each([
  ['true', true],
  ['"true"', true],
  ['"false"', true],
  ['"no"', true],
  ['maybe', true],
  ['1', true],
  ['0.5', true],
  ['.nan', true],
  ['[0]', true],
  ['{a: 0}', true],
  ['yes', true],
  ['false', false],
  ['no', false],
  ['""', false],
  ['0', false],
  ['0.0', false],
  ['null', false],
  ['[]', false],
  ['{}', false],
])('hidden: %s', (written, expected) => {
  expect(hides('heat_template_version: 2016-10-14', `type: string, hidden: ${written}`)).toBe(expected)
})

it.each([
  ['"true"', true],
  ['TRUE', true],
  ['yes', true],
  ['"yes"', true],
  ['"1"', true],
  ['"no"', false],
  ['"false"', false],
  ['false', false],
])('NoEcho: %s', (written, expected) => {
  expect(hides("AWSTemplateFormatVersion: '2010-09-09'", `Type: String, NoEcho: ${written}`)).toBe(expected)
})
