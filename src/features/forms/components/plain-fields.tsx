/** The fields of a small form, such as that of an account or an import: its page shows what was refused. */

import type {Problem} from '../../../engine/page/common.ts'
import type {FormFieldData} from '../data.ts'
import {isGroup} from './control.ts'
import {isCheckbox} from './draft-fields.ts'
import {Control, Editor} from './field-control.tsx'
import {LabelledField, sentence} from './labelled-field.tsx'

export interface PlainFieldsProps {
  readonly fields: readonly FormFieldData[]
  readonly problems?: readonly Problem[]
}

/** Labels do not say which fields are required, and inputs are those that password managers understand. */
export function PlainFields({fields, problems = []}: PlainFieldsProps) {
  return fields.map(field =>
    isCheckbox(field) ? (
      <Control key={field.name} field={field} />
    ) : (
      <LabelledField
        key={field.name}
        id={`field-${field.name}`}
        label={field.label}
        help={sentence(field.help)}
        problem={problems.find(each => each.field === field.name)?.message}
        isGroup={isGroup(field)}
      >
        {attributes => (
          <Editor
            field={field}
            attributes={{...attributes, name: field.name, 'aria-required': undefined}}
            onEdit={() => {}}
          />
        )}
      </LabelledField>
    ),
  )
}
