import { NearNames, nearNames } from '../../src/heat/near-names.ts'

describe('near names', () => {
  it('are those within a third of the length in edits, at least two, whatever their case; best first', () => {
    const known = ['flavor', 'FLAVOUR', 'flower', 'image', 'favor', 'flavr']
    expect(nearNames('flavr', known)).toEqual(['flavr', 'flavor', 'FLAVOUR'])
    expect(nearNames('Flavor', known)).toEqual(['flavor', 'FLAVOUR', 'favor'])
    expect(nearNames('abcdefghij', ['abcdefg', 'abcdef', 'ABCdefghij1'])).toEqual(['ABCdefghij1', 'abcdefg'])
    expect(nearNames('network', known)).toEqual([])
  })

  it('have something of the name', () => {
    expect(nearNames('xx', ['0', 'x', 'yy', 'x1'])).toEqual(['x', 'x1'])
  })

  it('of several that are as near the first one is named', () => {
    expect(nearNames('port_x', ['port_yy', 'port_a', 'port_b'], 1)).toEqual(['port_a'])
  })

  it('are not looked for among names that nobody could mean, or too often', () => {
    const long = 'a'.repeat(300)
    expect(nearNames(long, [`${long}b`])).toEqual([])
    // Each with each would be ten thousand million comparisons.
    const many = Array.from({ length: 100_000 }, (_, index) => `a_rather_long_name_${index}`)
    const near = new NearNames(() => many)
    expect(many.map((name) => near.of(`${name}x`)).filter((one) => one !== undefined).length).toBeLessThan(10)
  })
})
