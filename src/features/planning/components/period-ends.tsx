/** The first and the last day of a period: fields for typing, and whether they are half days. */
import {inputAttributes} from '../../forms/components/field-control.tsx'
import {controlAttributes, FieldNotes, LabelText, sentence} from '../../forms/components/labelled-field.tsx'
import type {FormFieldData} from '../../forms/data.ts'
import type {PeriodCalendarData} from '../../forms/panel-data.ts'
import {chosenPart, type DayPart, halvesAfter, isOneDay, partsFor, periodBounds} from './period-choice.ts'
import type {PeriodChoice} from './use-period-choice.ts'

interface PeriodEndsProps {
  readonly calendar: PeriodCalendarData
  readonly choice: PeriodChoice
  /** Undefined for what the person may not fill in. */
  readonly fieldOf: (name: string) => FormFieldData | undefined
}

export function PeriodEnds({calendar, choice, fieldOf}: PeriodEndsProps) {
  return (
    <div className="period-ends">
      {periodBounds.map(end => {
        const field = fieldOf(calendar[end])
        if (!field) return null
        const {id, problem} = choice.ends[end]
        return (
          <div key={end} className={choice.next === end ? 'period-end next' : 'period-end'}>
            <label htmlFor={id}>
              <LabelText field={field} />
            </label>
            <input
              ref={choice.inputs[end]}
              {...inputAttributes(field)}
              {...controlAttributes(field, id, problem)}
              type="date"
              className="period-date"
              defaultValue={choice.period[end]}
            />
            <FieldNotes id={id} help={sentence(field.help)} problem={problem} />
          </div>
        )
      })}
    </div>
  )
}

interface PeriodPartsProps extends PeriodEndsProps {
  readonly texts: PeriodCalendarData['texts']
  /** A day on which no work is expected has no halves. */
  readonly isFree: (iso: string) => boolean
}

/** Half days, and the fields that hold them. */
export function PeriodParts({calendar, choice, fieldOf, texts, isFree}: PeriodPartsProps) {
  const {period} = choice
  const {halfDays} = calendar
  if (!halfDays) return null
  return (
    <>
      {fieldOf(halfDays[0]) && (
        <div className="period-parts">
          {periodBounds.map(end => {
            const field = fieldOf(calendar[end])
            // There before a day is chosen, so that the days do not move under the pointer.
            return field && (end === 'from' || !isOneDay(period)) ? (
              <DayParts
                key={end}
                label={`${field.label}: ${texts.part}`}
                name={`_part.${field.name}`}
                disabled={period[end] === '' || isFree(period[end])}
                parts={partsFor(end, period, texts)}
                chosen={chosenPart(end, period)}
                onChoose={part => choice.setHalves(halvesAfter(part, end, period))}
              />
            ) : null
          })}
        </div>
      )}
      {halfDays.map((name, index) =>
        fieldOf(name) ? (
          <input
            key={name}
            ref={choice.halfInputs[index]}
            type="hidden"
            name={name}
            value={period.halves[index] ? 'yes' : 'no'}
            readOnly
          />
        ) : null,
      )}
    </>
  )
}

interface DayPartsProps {
  readonly label: string
  readonly name: string
  readonly disabled: boolean
  readonly parts: readonly [DayPart, string][]
  readonly chosen: DayPart
  readonly onChoose: (part: DayPart) => void
}

function DayParts({label, name, disabled, parts, chosen, onChoose}: DayPartsProps) {
  return (
    <div className="seg" role="radiogroup" aria-label={label}>
      {parts.map(([part, text]) => (
        <label key={part}>
          <input
            type="radio"
            name={name}
            value={part}
            checked={part === chosen}
            disabled={disabled}
            onChange={() => onChoose(part)}
            onInput={event => event.stopPropagation()}
          />
          {text}
        </label>
      ))}
    </div>
  )
}
