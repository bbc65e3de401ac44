/** The strip of a dashboard: this and the next weeks, a row for each, with the same bars as a timeline. */
import type {CardBody} from '../../../contract/dashboard.ts'
import {Legend} from '../../components/plan/period-header.tsx'
import {type TableLook, TimelineRowCells, TimelineShades} from '../../components/plan/timeline-rows.tsx'

export function StripCard({body}: {body: Extract<CardBody, {as: 'strip'}>}) {
  const length = body.heads.reduce((sum, head) => sum + head.units, 0)
  const table: TableLook = {length, hourly: false, people: body.people}
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <section className="sideways" aria-label={body.bands.map(({text}) => text).join(', ')} tabIndex={0}>
        <div className="span-clip strip-card">
          <table className="span daily">
            <colgroup>
              <col className="who" />
            </colgroup>
            <colgroup span={length} />
            <thead>
              <tr className="bands">
                <td className="who" />
                {body.bands.map(({key, text, units}) => (
                  <th key={key} scope="colgroup" colSpan={units}>
                    {text}
                  </th>
                ))}
              </tr>
              <tr className="days">
                <td className="who" />
                {body.heads.map(head => (
                  <th
                    key={head.key}
                    scope="col"
                    colSpan={head.units}
                    className={head.now ? 'now' : head.free ? 'free' : undefined}
                  >
                    <span className="only-read">{head.label}</span>
                    <span aria-hidden="true" title={head.label}>
                      {head.text}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <TimelineShades heads={body.heads} />
            <tbody>
              {body.own && <TimelineRowCells row={body.own} table={table} own="alone" />}
              {body.rows.map(row => (
                <TimelineRowCells key={row.id} row={row} table={table} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Legend legend={body.legend} />
    </>
  )
}
