import { asLists } from '../../../src/rules/blueprint/forms.ts'
import { changeForm } from '../change-form.ts'

export const toList = changeForm(asLists, {
  title: 'Write components and requirements as lists',
  description: 'Writes components as a list with their ids, and requirements as lists with their types.',
})
