/** The same period of others beside a record, with totals. */

import {listIn} from '../../../messages/grammar.ts'
import {Avatar} from '../../../web/components/avatar.tsx'
import {IconPath} from '../../../web/components/icon.tsx'
import {useDateLocale, useMessages} from '../../../web/router/router-provider.tsx'
import type {StripData, TimelineRow} from '../timeline-data.ts'
import {Legend} from './legend.tsx'
import {type TableLook, TimelineRowCells} from './timeline-rows.tsx'
import {HeadText, lengthOfHeads, reachWithin, SmallTimeline, TimelineTable} from './timeline-table.tsx'

/** With more days than this, only the first of each week is numbered: others would overlap. Every second hour has room for its time. */
const mostNumbered = 14
const week = 7
const hours = 2

const peopleIcon =
  'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M13 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75'

/** The pixels of the days where the strip is narrowest, with larger targets on a phone: see `.strip .span-clip` in the styles. */
const narrowest = 296

export function Strip({strip}: {strip: StripData}) {
  const {strip: messages} = useMessages()
  const length = lengthOfHeads(strip.heads)
  const {hourly, people} = strip
  const isRoomy = !hourly && strip.heads.length <= mostNumbered
  // The last hour has no room for its time.
  const named = hourly ? strip.heads.slice(0, -1) : strip.heads
  const isNamed = (index: number) => isRoomy || (index < named.length && index % (hourly ? hours : week) === 0)
  const table: TableLook = {length, hourly, people, reach: reachWithin(narrowest, length)}
  return (
    <div className="strip">
      <h3>{strip.period}</h3>
      <SmallTimeline label={strip.period} className="span-clip">
        <TimelineTable
          className={hourly ? 'span hourly' : 'span daily'}
          heads={strip.heads.map((head, index) => ({...head, now: !head.off && (strip.covers[index] ?? false)}))}
          head={
            <thead>
              <tr>
                <td className="who" />
                {strip.heads.map((head, index) => (
                  <th
                    key={head.key}
                    scope="col"
                    colSpan={head.units}
                    className={head.off ? 'off' : strip.covers[index] ? 'now' : undefined}
                  >
                    <HeadText label={head.label}>
                      {!hourly && <small>{isRoomy ? head.short : '\u00a0'}</small>}
                      {isNamed(index) ? head.text : '\u00a0'}
                    </HeadText>
                  </th>
                ))}
              </tr>
            </thead>
          }
        >
          <tbody>
            {strip.rows.map(row => (
              <TimelineRowCells key={row.id} row={row} table={table} />
            ))}
          </tbody>
          {(!hourly || strip.limit !== null) && (
            <tfoot>
              <Totals strip={strip} />
            </tfoot>
          )}
        </TimelineTable>
      </SmallTimeline>
      <Legend legend={strip.legend} />
      {strip.more > 0 && <p className="muted small">{messages.quietRows(strip.more)}</p>}
      <Warning strip={strip} />
    </div>
  )
}

/** In the first card on a phone, instead of the strip: its person and the others on each day of the record. */
export function DayFaces({strip: {heads, hourly, covers, rows, own, people, totals}}: {strip: StripData}) {
  const days = heads.flatMap((head, index) => (covers[index] && totals[index] ? [{head, index}] : []))
  if (!people || hourly || days.length === 0 || days.length > mostFaces) return null
  return (
    <ul className="day-faces">
      {days.map(({head, index}) => {
        const there = rows.filter(row => row.id === own || isOnDay(row, index))
        return (
          <li key={head.key} className={totals[index]?.reached ? 'reached' : undefined}>
            <span aria-hidden="true">
              <small>{head.short}</small> {head.text}
            </span>
            <span className="sr-only">{[head.label, ...there.map(({name}) => name)].join(', ')}</span>
            {there.map(({id, name}) => (
              <span key={id} className={id === own ? 'own' : undefined}>
                <Avatar id={id} name={name} />
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

/** A working week. */
const mostFaces = 5
const unitsOfDay = 2

const isOnDay = ({bars}: TimelineRow, day: number): boolean =>
  bars.some(({start, end}) => start < (day + 1) * unitsOfDay && end > day * unitsOfDay)

function Totals({strip}: {strip: StripData}) {
  const {strip: messages} = useMessages()
  return (
    <tr className="totals">
      <th scope="row" className="who">
        {messages.inAll}
      </th>
      {strip.heads.map((head, index) => {
        const total = strip.totals[index]
        return (
          <td key={head.key} colSpan={head.units} className={total?.reached ? 'reached' : undefined}>
            {total && total.count > 0 ? total.count : ''}
          </td>
        )
      })}
    </tr>
  )
}

/** The fullest days, if the limit is reached on them. */
function Warning({strip: {warning, limit, presentAs}}: {strip: StripData}) {
  const {strip: messages} = useMessages()
  const dateLocale = useDateLocale()
  if (!warning || limit === null) return null
  const names = listIn(dateLocale)(warning.names)
  return (
    <p className="warning">
      <IconPath path={peopleIcon} />
      <span>
        <b>{messages.limitReached(warning.days, warning.count, {limit, as: presentAs})}</b>{' '}
        {names !== '' && messages.sameDay(names, presentAs)}
      </span>
    </p>
  )
}
