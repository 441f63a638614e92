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
    const found = many.map((name) => near.of(`${name}x`)).filter((one) => one !== undefined)
    // So many as are found by 200,000 comparisons, of each with the 128 around it.
    expect(found.length).toBeLessThan(1600)
  })

  it('are found among many wherever they differ', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `${index * 7919}_of_the_servers_${index}`)
    const near = new NearNames(() => many)
    const meant = many[1234] ?? ''
    const wrong = [
      `x${meant}`,
      `${meant}x`,
      meant.replace('servers', 'servres'),
      meant.toUpperCase(),
      meant.slice(1),
    ]
    expect(wrong.map((name) => near.of(name))).toEqual(wrong.map(() => meant))
  })

  it('are those of a comparison with all, for one typing error among names that share both ends', () => {
    const many = Array.from(
      { length: 500 },
      (_, index) => `first_${String(index * 37).padStart(5, '0')}_port`,
    )
    const near = new NearNames(() => many)
    const wrong = many.filter((_, index) => index % 50 === 0).map((name) => name.replace('_port', '_prt'))
    expect(wrong.map((name) => near.of(name))).toEqual(wrong.map((name) => nearNames(name, many, 1)[0]))
  })
})
