/** Both versions of what two people changed, field by field: what is there now, and what was about to be written, still to edit. */

import type {ConflictData, ConflictField, FormFieldData} from '../../../contract/form.ts'
import type {Problem} from '../../../contract/page.ts'
import {Control} from '../../components/form/field-control.tsx'
import {useMessages} from '../../router/router-provider.tsx'

export interface ConflictProps {
  readonly conflict: ConflictData
  readonly fields: readonly FormFieldData[]
  readonly problems: readonly Problem[]
}

export function Conflict({conflict, fields, problems}: ConflictProps) {
  const words = useMessages()
  const {forms} = words
  return (
    <section className="conflict" role="alert" tabIndex={-1} data-autofocus="">
      <h2>{forms.changedBy(conflict.who, conflict.when)}</h2>
      <p>{forms.bothVersions}</p>
      {conflict.fields.map(each => {
        const field = fields.find(({name}) => name === each.name)
        return field && <Versions key={each.name} each={each} field={field} problems={problems} />
      })}
    </section>
  )
}

interface VersionsProps {
  readonly each: ConflictField
  readonly field: FormFieldData
  readonly problems: readonly Problem[]
}

function Versions({each, field, problems}: VersionsProps) {
  const words = useMessages()
  const {forms} = words
  const name = `_take.${each.name}`
  return (
    <fieldset className="versions" data-versions="">
      <legend>{field.label}</legend>
      <label className="version">
        <span className="check">
          <input type="radio" name={name} value="theirs" defaultChecked={each.take === 'theirs'} />
          {forms.theirs}
        </span>
        <span className="words">{each.theirs || <span className="quiet">{forms.empty}</span>}</span>
      </label>
      <div className="version">
        <label className="check">
          <input type="radio" name={name} value="mine" defaultChecked={each.take === 'mine'} />
          {forms.mine}
        </label>
        <Control field={field} problems={problems} />
      </div>
    </fieldset>
  )
}
