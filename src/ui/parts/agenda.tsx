/** Days with what lies on them, one under the other: how a calendar is read on a phone and aloud. */
import type {CalendarData, CalendarDay, CalendarItem} from '../calendar.ts'
import type {Words} from '../words.ts'
import {CellText} from './cell.tsx'

export function Agenda({data, words}: {data: CalendarData; words: Words}) {
  const days = data.days.flatMap((day, index) => {
    const items = day.outside ? [] : data.items.filter(item => listedAt(item, data.days) === index)
    return items.length > 0 ? [{day, items}] : []
  })
  return (
    <ol className="agenda">
      {days.map(({day, items}) => (
        <li key={day.date}>
          <h2>
            <time dateTime={day.date}>{day.label}</time>
            {day.today && <span className="state info">{words.calendars.today}</span>}
            {day.note !== '' && <span className="quiet small">{day.note}</span>}
          </h2>
          <ul className="card plain">
            {items.map(item => (
              <Entry key={item.id} item={item} columns={data.columns} words={words} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** Once, on the first of its days that is shown. */
function listedAt({first}: CalendarItem, days: readonly CalendarDay[]): number {
  return Math.max(
    first,
    days.findIndex(day => !day.outside),
  )
}

interface EntryProps {
  readonly item: CalendarItem
  readonly columns: CalendarData['columns']
  readonly words: Words
}

function Entry({item, columns, words}: EntryProps) {
  return (
    <li>
      <span className={`dot ${item.tone}`} aria-hidden="true" />
      <span className="when">{item.times === '' ? words.calendars.allDay : item.times}</span>
      {item.href === null ? <b>{item.text}</b> : <a href={item.href}>{item.text}</a>}
      {columns.map((column, index) => {
        const cell = item.cells[index]
        return cell && cell.text !== '' ? (
          <span key={column.key} className="second">
            <CellText field={column} cell={cell} />
          </span>
        ) : null
      })}
      {item.state !== '' && <span className={`state ${item.tone}`}>{item.state}</span>}
    </li>
  )
}
