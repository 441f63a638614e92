import { shortened } from '../../../src/rules/blueprint/forms.ts'
import { changeForm } from '../change-form.ts'

export const shorten = changeForm(shortened, {
  title: 'Write requirements in short',
  description: 'Writes requirements in short where nothing but their default attribute is given.',
})
