import Link from 'next/link'
import {notFound} from 'next/navigation'
import {findRequest, type RequestPage} from '../../../../data/record.ts'
import {Person, State} from '../../../parts/face.tsx'
import {viewer} from '../../../parts/viewer.ts'
import {RejectForm} from './reject-form.tsx'

interface Props {
  readonly params: Promise<{readonly number: string}>
}

export default async function Request({params}: Props) {
  const page = findRequest(await viewer(), Number((await params).number))
  if (!page) notFound()
  return (
    <>
      <title>{`${page.heading} · Time off`}</title>
      <div className="head">
        <div>
          <nav className="crumbs">
            <Link prefetch={false} href="/requests">
              All requests
            </Link>
          </nav>
          <h1>{page.heading}</h1>
        </div>
        {page.mayReject && <RejectForm number={page.number} version={page.version} />}
      </div>
      <Facts page={page} />
      <Remarks page={page} />
      <Trail page={page} />
    </>
  )
}

function Facts({page}: {page: RequestPage}) {
  return (
    <section className="card">
      <dl className="facts">
        {page.facts.map(({label, text, state, person}) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {state ? <State state={state} text={text} /> : person ? <Person id={person} name={text} /> : text || '–'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Remarks({page}: {page: RequestPage}) {
  return (
    <section className="card">
      <h2>Remarks</h2>
      {page.remarks.length === 0 && <p>No comments yet.</p>}
      <table className="grid">
        <tbody>
          {page.remarks.map(remark => (
            <tr key={remark.id}>
              <td>{remark.author}</td>
              <td>{remark.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Trail({page}: {page: RequestPage}) {
  return (
    <section className="card">
      <h2>History</h2>
      <ol className="trail">
        {page.history.map(entry => (
          <li key={entry.id}>
            <b>{entry.who}</b> <span className="second">{entry.what}</span> <time dateTime={entry.at}>{entry.when}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
