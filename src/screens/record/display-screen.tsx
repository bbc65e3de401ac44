/** A record read from a distance: its name, its fields in large type, what comes next, and one colour for everything. */
import {useEffect, useState} from 'react'
import type {ShownField} from '../../engine/page/cells.ts'
import type {RelatedData} from '../../features/records/data.ts'
import {FailedSection} from '../../web/components/boundaries.tsx'
import {CellText} from '../../web/components/cell.tsx'
import {useMessages, useRouter} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

export function DisplayScreen({data: {heading, tone, fields, cells, related}}: ScreenProps<'display'>) {
  const {failures} = useMessages()
  const isCurrent = useEachMinute()
  const facts = fields.flatMap((field, index) => {
    const cell = cells[index]
    return cell && cell.text !== '' && !field.isName ? [{field, cell}] : []
  })
  return (
    <article className={isCurrent ? `display ${tone}` : 'display'}>
      <div className="what">
        <h1 tabIndex={-1}>{heading}</h1>
        {isCurrent ? (
          <dl>
            {facts.map(({field, cell}) => (
              <div key={field.key}>
                <dt>{field.label}</dt>
                <dd>
                  <CellText field={field} cell={cell} />
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p role="alert">{failures.unreachable}</p>
        )}
      </div>
      {related.map(each => (
        <Next key={each.heading} related={each} />
      ))}
    </article>
  )
}

/** The time first, because people look for it. */
function Next({related: {heading, empty, columns, records, failed}}: {related: RelatedData}) {
  const order = columns
    .map((field, at) => ({field, at}))
    .sort((a, b) => Number(isTime(b.field)) - Number(isTime(a.field)))
  if (failed !== null) return <FailedSection reference={failed} />
  return (
    <section className="next">
      <h2>{heading}</h2>
      {records.length === 0 && <p>{empty}</p>}
      <ul>
        {records.map(({id, cells}) => (
          <li key={id}>
            {order.map(({field, at}) => {
              const cell = cells[at]
              return cell && cell.text !== '' && cell.value !== false ? (
                <span key={field.key}>
                  <CellText field={field} cell={cell} />
                </span>
              ) : null
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isTime = ({display}: ShownField) => display === 'span' || display === 'time'

const minute = 60_000

/**
 * Time passes without a record changing, so the event stream is not enough. Returns whether the last update has
 * arrived: otherwise the display must not claim that a room is free.
 */
function useEachMinute(): boolean {
  const router = useRouter()
  const [isCurrent, setIsCurrent] = useState(true)
  useEffect(() => {
    let timer = 0
    const wait = () => {
      // Just after the minute changes.
      timer = window.setTimeout(
        () => {
          void router.refresh().then(setIsCurrent)
          wait()
        },
        minute - (Date.now() % minute) + 500,
      )
    }
    wait()
    return () => window.clearTimeout(timer)
  }, [router])
  return isCurrent
}
