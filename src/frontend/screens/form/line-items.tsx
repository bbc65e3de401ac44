/** Records that live with the one in the form: a row for each, and blank ones for new ones. */

import type {PartData, PartsData} from '../../../contract/form.ts'
import type {Problem} from '../../../contract/page.ts'
import {Control} from '../../components/form/field-control.tsx'
import {useMessages} from '../../router/router-provider.tsx'

export interface LineItemsProps {
  readonly parts: PartsData
  readonly problems: readonly Problem[]
}

export function LineItems({parts, problems}: LineItemsProps) {
  const words = useMessages()
  const whole = (key: string) => problems.filter(({field}) => field === key)
  return (
    <fieldset className="parts">
      <legend>{parts.heading}</legend>
      {whole(parts.name).map(({message}) => (
        <p key={message} className="problem">
          {message}
        </p>
      ))}
      {parts.rows.map((row, index) => (
        <div key={row.key} className="part" data-part="">
          <Row row={row} place={index + 1} parts={parts} problems={problems} />
          {whole(row.key).map(({message}) => (
            <p key={message} className="problem">
              {message}
            </p>
          ))}
        </div>
      ))}
      {parts.mayAdd && <div data-more={parts.name} data-label={words.forms.another} />}
    </fieldset>
  )
}

interface RowProps extends LineItemsProps {
  readonly row: PartData
  readonly place: number
}

function Row({row, place, parts, problems}: RowProps) {
  const words = useMessages()
  const known = row.id !== ''
  return (
    <>
      <input type="hidden" name={`_part.${row.key}`} value={known ? `${row.id} ${row.version}` : ''} />
      {row.fields.map(field => (
        <Control key={field.name} field={field} problems={problems} />
      ))}
      {(parts.mayMove || parts.mayRemove) && (
        <div className="part-end">
          {parts.mayMove && <Place name={`_place.${row.key}`} place={place} />}
          {known && parts.mayRemove && (
            <label className="check">
              <input type="checkbox" name={`_drop.${row.key}`} value="yes" defaultChecked={row.removed} />
              {words.forms.remove}
            </label>
          )}
        </div>
      )}
    </>
  )
}

/** A number that everybody can change; with script, two buttons stand for it. */
function Place({name, place}: {name: string; place: number}) {
  const {forms} = useMessages()
  return (
    <label className="place" data-place="" data-up={forms.moveUp} data-down={forms.moveDown}>
      {forms.place}
      <input className="input" type="number" name={name} min={1} step={1} inputMode="numeric" defaultValue={place} />
    </label>
  )
}
