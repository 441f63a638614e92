// @ts-nocheck: reads recorded JSON of no declared shape; see generate.mjs, which writes these tables.
/** Tables of what Heat declines, as plain data, from `os-deprecations.json` and `heat-resources.json`. */

const byName = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)

/** The oldest release in which a name was no longer the one to use: from then on there is another. */
const declinedIn = ({ history }) => history.findLast(({ status }) => status !== 'SUPPORTED').version

/** Renames of types that change nothing, with the release that has the new name. */
export function renamedTypes({ types, removed_types: removed, registry_aliases: aliases }) {
  const isRename = ({ action, kind, behaviour_preserving: preserving }) =>
    action === 'rewrite' && kind === 'rename' && preserving
  const table = {}
  for (const [name, facts] of Object.entries(types))
    if (isRename(facts)) table[name] = { to: facts.replacement, since: declinedIn(facts) }
  for (const [name, facts] of Object.entries(removed))
    if (isRename(facts)) table[name] = { to: facts.replacement, since: facts.removed_in.tag }
  for (const [name, [{ target, first_release: first }]] of Object.entries(aliases)) {
    table[name] = { to: target, since: first.tag }
    const start = name.endsWith('*') ? name.slice(0, -1) : undefined
    // A pattern says all that its members say.
    for (const other of Object.keys(table))
      if (start && other !== name && other.startsWith(start)) delete table[other]
  }
  return Object.fromEntries(Object.entries(table).sort(byName))
}

/** Types of which Heat makes nothing, with the release from which on that is so. */
export function placeholderTypes({ types, series }) {
  const table = Object.entries(types).filter(([, facts]) => facts.placeholder_since !== null)
  return Object.fromEntries(
    table.map(([name, { placeholder_since: since, replacement }]) => [
      name,
      { since: `${series[since]} ${since}`, ...(replacement === null ? {} : { replacement }) },
    ]),
  )
}

/** Renames and moves of properties that Heat's own translation rules make. */
export function movedProperties({ properties }, { resource_types: types }) {
  return Object.entries(properties).flatMap(([type, own]) =>
    Object.entries(own)
      .filter(([, facts]) => facts.heat_translates !== null && facts.behaviour_preserving)
      .map(([from, facts]) => {
        const { replacement: to } = facts
        const since = types[type].properties[to]?.support_status.version ?? declinedIn(facts)
        return { type, from, to, since }
      }),
  )
}

/** In which release a name got its status, and what Heat's developers say about it. */
function declined({ since, since_series: series, message, notes }) {
  const text = message === '' ? notes : message
  return { ...(since === null ? {} : { since: `${series} ${since}` }), why: text }
}

/** Working, not deprecated and without successor: nothing to say about those. */
const hasSuccessor = ({ status, replacement }) => status !== 'UNSUPPORTED' || replacement !== null

/** Types that work and are declined, other than by a mere rename. */
export function declinedTypes({ types }) {
  const table = Object.entries(types).filter(
    ([, facts]) => facts.placeholder_since === null && !facts.behaviour_preserving && hasSuccessor(facts),
  )
  return Object.fromEntries(table.map(([name, facts]) => [name, declined(facts)]))
}

/** Properties or attributes that are declined, other than by a rule of translation. */
export function declinedMembers(facts, part) {
  const table = Object.entries(facts[part]).map(([type, own]) => [
    type,
    Object.fromEntries(
      Object.entries(own)
        .filter(([, member]) => !(member.heat_translates && member.behaviour_preserving))
        .map(([name, member]) => [name, declined(member)]),
    ),
  ])
  return Object.fromEntries(table.filter(([, own]) => Object.keys(own).length > 0))
}

/** Properties that types had once; `#` begins the name of a part of the resource. */
export function goneProperties({ removed_properties: types }) {
  const gone = ({ removed_in: removed, replacement }) => ({
    removedIn: `${removed.series} ${removed.tag}`,
    ...(replacement === null ? {} : { replacement }),
  })
  return Object.fromEntries(
    Object.entries(types).map(([type, own]) => [
      type,
      Object.fromEntries(Object.entries(own).map(([name, facts]) => [name, gone(facts)])),
    ]),
  )
}
