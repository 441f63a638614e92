/** What expressions of YAQL mean that functions of HOT compute as well; see `src/heat/functions/yaql-forms.ts`. */
import type { YaqlForm } from '../../heat/functions/yaql-forms.ts'
import type { Lowering } from '../snippet.ts'
import { lists, lowerJoin } from '../terms/strings.ts'
import { kinds, type MapTerm, type Term } from '../terms/term.ts'
import { isList, isMap, pythonEquals, type Value } from '../value.ts'
import { partsOf } from './parts.ts'

const joinParts = partsOf('hot.functions.JoinMultiple')

/**
 * The term of the function, where its operand is certainly a list: YAQL treats anything else in a way of its own. That
 * YAQL refuses long lists, and the function does not, has to be handled by the caller.
 */
export function formTerm(lowering: Lowering, form: YaqlForm, data: Term): Term | undefined {
  return data.tag === 'map' ? termOf(lowering, form, data) : undefined
}

function termOf(lowering: Lowering, form: YaqlForm, data: MapTerm): Term | undefined {
  const { terms } = lowering
  const listOf = (name: string): Term | undefined => {
    const found = data.entries.get(name)
    return found?.kinds === kinds.list ? found : undefined
  }
  switch (form.does) {
    case 'concat': {
      const all = form.lists.map(listOf)
      const found = all.filter((one) => one !== undefined)
      return found.length === all.length ? lists(terms, found) : undefined
    }
    case 'contains': {
      const [list, value] = [listOf(form.list), data.entries.get(form.value)]
      if (list === undefined || value === undefined || list.tag !== 'input') return undefined
      if (value.decides || value.tag === 'refused' || value.tag === 'omitted') return undefined
      return terms.condition(lowering.applied('contains', [value, list], kinds.bool))
    }
    case 'filter': {
      const list = listOf(form.list)
      if (list === undefined || list.isData || list.decides) return undefined
      return lowering.applied('filter', [terms.data([form.unwanted]), list], kinds.list)
    }
    case 'join': {
      const list = listOf(form.list)
      // What is no string YAQL writes otherwise.
      if (list?.tag !== 'input' || list.detail !== 'comma_delimited_list') return undefined
      return lowerJoin(lowering, terms.constant(form.delimiter), [list], 'list_join', joinParts)
    }
  }
}

/** The value of the function for given data; undefined where YAQL makes something of its own. */
export function formValue(form: YaqlForm, data: Value): Value | undefined {
  if (!isMap(data)) return undefined
  const listOf = (name: string) => {
    const found = data.get(name)
    return found !== undefined && isList(found) ? found : undefined
  }
  switch (form.does) {
    case 'concat': {
      const all = form.lists.map(listOf)
      return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? [])
    }
    case 'contains': {
      const [list, value] = [listOf(form.list), data.get(form.value)]
      return list === undefined || value === undefined
        ? undefined
        : list.some((one) => pythonEquals(one, value))
    }
    case 'filter':
      return listOf(form.list)?.filter((one) => !pythonEquals(one, form.unwanted))
    case 'join': {
      const list = listOf(form.list)
      return list?.every((one) => typeof one === 'string') === true ? list.join(form.delimiter) : undefined
    }
  }
}
