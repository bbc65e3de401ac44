/** The audit log: a table with filters, like a list. On a phone each entry takes two or three lines. */
import {FilterBar} from '../../../features/collections/components/filter-bar.tsx'
import {PageLinks} from '../../../features/collections/components/page-links.tsx'
import {PageHead} from '../../../web/components/top-bar.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import type {AuditData, AuditEntryData} from '../../data.ts'

export function AuditScreen({data}: ScreenProps<'audit'>) {
  const {heading, intro, none, exports, filters, filtered, entries} = data
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{heading}</h1>
          <p>{intro}</p>
        </div>
        <div className="buttons">
          {exports.map(({label, href}) => (
            <a key={href} className="button" href={href} download>
              {label}
            </a>
          ))}
        </div>
      </PageHead>
      <FilterBar filterBar={{search: null, filters, filtered}} />
      {entries.length === 0 ? <p className="card subtle">{none}</p> : <Entries data={data} />}
    </>
  )
}

function Entries({data: {columns, entries, page}}: {data: AuditData}) {
  return (
    <section className="card plain with-table">
      <table className="grid stack">
        <thead>
          <tr>
            {columns.map(label => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <Entry key={entry.id} entry={entry} columns={columns} />
          ))}
        </tbody>
      </table>
      {(page.previous || page.next) && (
        <div className="foot">
          <PageLinks page={page} />
        </div>
      )}
    </section>
  )
}

function Entry({entry, columns}: {entry: AuditEntryData; columns: AuditData['columns']}) {
  const {when, event, outcome, isBad, who, about, address, details} = entry
  return (
    <tr>
      <td className="day">
        <time dateTime={when.at}>{when.text}</time>
      </td>
      <td className="name">{event}</td>
      <td className="standing">
        <span className={isBad ? 'state bad' : 'state idle'}>{outcome}</span>
      </td>
      <td>{who}</td>
      <td className={about === '' ? undefined : 'labelled'} data-label={about === '' ? undefined : columns[4]}>
        {about}
      </td>
      <td>{address}</td>
      <td>{details}</td>
    </tr>
  )
}
