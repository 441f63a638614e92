import { remediated } from '../remediate/remediated.ts'

const web = [
  'heat_template_version: rocky',
  'description: d',
  'parameters:',
  '  size: {type: number, description: d, default: 2}',
  'outputs:',
  '  size: {value: {get_param: size}}',
  '',
].join('\n')

/** Why the default of the package stays, by the file that has it. */
function reasons(texts: Readonly<Record<string, string>>): readonly string[] {
  const { outcomes, texts: after } = remediated(new Map(Object.entries(texts)), 'safe')
  for (const [path, text] of Object.entries(texts)) expect(after.get(path)).toBe(text)
  return outcomes.flatMap(({ path, findings }) =>
    findings.flatMap(({ code, help }) => (code === 'R-90526' ? [`${path} ${help}`] : [])),
  )
}

describe('the default of a module without environment', () => {
  it('stays while an environment without module may be meant for it', () => {
    expect(reasons({ 'base_web.yaml': web, 'base-web.env': 'parameters: {size: 3}\n' })).toEqual([
      'base_web.yaml The default is preserved: base-web.env belongs to no module, and may be the environment of base_web.yaml.',
    ])
  })

  it('stays while a template that cannot be read may call it', () => {
    const broken = 'heat_template_version: rocky\nresources: [\n'
    expect(reasons({ 'base_web.yaml': broken, 'web.yaml': web })).toEqual([
      'web.yaml The default is preserved: a template that cannot be read may call this one.',
    ])
  })
})

describe('the default of a nested template', () => {
  const calling = 'heat_template_version: rocky\ndescription: d\nresources:\n  r: {type: nested_web.yaml}\n'

  it('is the reason why a call still passes nothing, where it stays', () => {
    const inner = web.replace('type: number', 'type: json')
    const { outcomes } = remediated(
      new Map([
        ['base_web.yaml', calling],
        ['base_web.env', 'parameters: {}\n'],
        ['nested_web.yaml', inner],
      ]),
      'safe',
    )
    const told = outcomes.flatMap(({ findings }) =>
      findings.flatMap(({ code, help }) => (code === 'R-11041' ? [help] : [])),
    )
    expect(told).toEqual([
      'The default is preserved: it is neither a mapping nor a list, the only values that the caller "r" in base_web.yaml can pass.',
    ])
  })

  it('stays where its name must not be that of a parameter of the caller', () => {
    const dashed = web.replaceAll('size', 'web-size')
    const files = { 'base_web.yaml': calling, 'base_web.env': 'parameters: {}\n', 'nested_web.yaml': dashed }
    expect(reasons(files)).toEqual([
      'nested_web.yaml The default is preserved: base_web.yaml would get a parameter with the name "web-size", which R-25877 does not allow. hotshift proposes "web_size".',
    ])
  })
})
