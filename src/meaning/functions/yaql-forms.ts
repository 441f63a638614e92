/** What expressions of YAQL mean that functions of HOT compute as well; see `src/heat/functions/yaql-forms.ts`. */
import type { YaqlForm } from '../../heat/functions/yaql-forms.ts'
import { isList, isMap, pythonEquals, type Value } from '../../heat/values/value.ts'

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
