/** Records that live with the one in the form: a row for each, and blank ones for new ones. */
import type {Problem} from '../page.ts'
import type {PartData, PartsData} from '../records.ts'
import type {Words} from '../words.ts'
import {Control} from './control.tsx'

export interface PartRowsProps {
  readonly parts: PartsData
  readonly problems: readonly Problem[]
  readonly words: Words
}

export function PartRows({parts, problems, words}: PartRowsProps) {
  const whole = (key: string) => problems.filter(({field}) => field === key)
  return (
    <fieldset className="parts">
      <legend>{parts.heading}</legend>
      {parts.rows.map(row => (
        <div key={row.key} className="part" data-part="">
          <Row row={row} parts={parts} problems={problems} words={words} />
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

function Row({row, parts, problems, words}: PartRowsProps & {row: PartData}) {
  const known = row.id !== ''
  return (
    <>
      <input type="hidden" name={`_part.${row.key}`} value={known ? `${row.id} ${row.version}` : ''} />
      {row.fields.map(field => (
        <Control key={field.name} field={field} problems={problems} words={words} />
      ))}
      {!known && parts.mayRemove && <span />}
      {known && parts.mayRemove && (
        <label className="check drop-part">
          <input type="checkbox" name={`_drop.${row.key}`} value="yes" defaultChecked={row.removed} />
          {words.forms.remove}
        </label>
      )}
    </>
  )
}
