/** Days with their items, as a list: how a calendar is read on a phone and by screen readers. */

import type {CalendarData, CalendarItem} from '../../features/planning/calendar-data.ts'
import {CellText} from '../../web/components/cell.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages} from '../../web/router/router-provider.tsx'

interface AgendaProps {
  readonly data: CalendarData
  /** The first day listed, counted from the first one shown. */
  readonly since?: number
}

export function Agenda({data, since = 0}: AgendaProps) {
  const messages = useMessages()
  const first = Math.max(
    since,
    data.days.findIndex(day => !day.outside),
  )
  const days = data.days.flatMap((day, index) => {
    const items = day.outside || index < first ? [] : data.items.filter(item => isListedAt(item, index, first))
    return items.length > 0 ? [{day, items}] : []
  })
  return (
    <ol className="agenda">
      {days.map(({day, items}) => (
        <li key={day.date}>
          <h2>
            <time dateTime={day.date}>{day.label}</time>
            {day.today && <span className="today">{messages.calendars.today}</span>}
            {day.note !== '' && <span className="muted small">{day.note}</span>}
            {day.closed !== '' && <span className="muted small">{day.closed}</span>}
          </h2>
          <ul className="card plain">
            {items.map(item => (
              <AgendaItem key={item.id} item={item} columns={data.columns} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** Once, on the first of its days that is shown. */
function isListedAt({first, last}: CalendarItem, index: number, since: number): boolean {
  return last >= index && Math.max(first, since) === index
}

interface AgendaItemProps {
  readonly item: CalendarItem
  readonly columns: CalendarData['columns']
}

function AgendaItem({item, columns}: AgendaItemProps) {
  const messages = useMessages()
  return (
    <li>
      <span className={`tint ${item.tone}${item.requested ? ' tint-requested' : ''}`} aria-hidden="true" />
      <span className="when">{item.times === '' ? messages.calendars.allDay : item.times}</span>
      {item.href === null ? <b>{item.text}</b> : <Link href={item.href}>{item.text}</Link>}
      {columns.map((column, index) => {
        const cell = item.cells[index]
        return cell && cell.text !== '' ? (
          <span key={column.key} className="subtle">
            <CellText field={column} cell={cell} />
          </span>
        ) : null
      })}
      {item.state && <span className={`state ${item.state.tone}`}>{item.state.label}</span>}
    </li>
  )
}
