/** Both versions of a conflicting change, field by field: the stored one, and the unsaved one, still editable. */

import {useLayoutEffect, useRef, useState} from 'react'
import {useMessages} from '../../../web/router/router-provider.tsx'
import type {ConflictData, ConflictField, FormFieldData} from '../data.ts'
import {Control} from './field-control.tsx'

export interface ConflictProps {
  readonly conflict: ConflictData
  readonly fields: readonly FormFieldData[]
}

export function Conflict({conflict, fields}: ConflictProps) {
  const {conflict: messages} = useMessages().forms
  return (
    <section className="conflict" role="alert" tabIndex={-1} data-autofocus="">
      <h2>{messages.changedBy(conflict.who, conflict.when)}</h2>
      <p>{messages.bothVersions}</p>
      {conflict.fields.map(each => {
        const field = fields.find(({name}) => name === each.name)
        return field && <Versions key={each.name} conflict={each} field={field} />
      })}
    </section>
  )
}

function Versions({conflict, field}: {conflict: ConflictField; field: FormFieldData}) {
  const {conflict: messages} = useMessages().forms
  const [take, setTake] = useState(conflict.take)
  const mine = useRef<HTMLInputElement>(null)
  // What was chosen before hydration.
  useLayoutEffect(() => setTake(mine.current?.checked ? 'mine' : 'theirs'), [])
  const name = `_take.${conflict.name}`
  return (
    <fieldset className="versions">
      <legend>{field.label}</legend>
      <label className="version">
        <span className="check">
          <input
            type="radio"
            name={name}
            value="theirs"
            checked={take === 'theirs'}
            onChange={() => setTake('theirs')}
          />
          {messages.theirs}
        </span>
        <span className="words">{conflict.theirs || <span className="muted">{messages.empty}</span>}</span>
      </label>
      <div className="version">
        <label className="check">
          <input
            ref={mine}
            type="radio"
            name={name}
            value="mine"
            checked={take === 'mine'}
            onChange={() => setTake('mine')}
          />
          {messages.mine}
        </label>
        {/* Editing one's own version selects it. */}
        <Control field={field} onEdit={() => setTake('mine')} />
      </div>
    </fieldset>
  )
}
