import { asMappings } from '../../../src/rules/blueprint/forms.ts'
import { changeForm } from '../change-form.ts'

export const toMap = changeForm(asMappings, {
  title: 'Write components and requirements as mappings',
  description:
    'Writes components as a mapping by id and requirements as mappings by type, where each has one of its own.',
})
