import { expanded } from '../../../src/rules/blueprint/forms.ts'
import { changeForm } from '../change-form.ts'

export const expand = changeForm(expanded, {
  title: 'Write requirements in full',
  description:
    'Writes requirements in the long form: `minRam: 4gb` becomes `minRam: {value: 4gb}`, and a single value the requirement that it stands for.',
})
