import {data, Form, Link, redirect} from 'react-router'
import {findRequest, type RequestPage} from '../../../data/record.ts'
import {reject} from '../../../data/reject.ts'
import {tokenIn, viewerOf} from '../../../data/viewer.ts'
import {Person, State} from '../parts/face.tsx'
import type {Route} from './+types/request'

export const meta: Route.MetaFunction = ({loaderData}) => [{title: `${loaderData?.heading ?? 'Request'} · Time off`}]

export function loader({request, params}: Route.LoaderArgs) {
  const viewer = viewerOf(tokenIn(request.headers.get('cookie')))
  if (!viewer) throw redirect('/sign-in')
  const found = findRequest(viewer, Number(params.number))
  if (!found) throw data('Page not found.', {status: 404})
  return found
}

export async function action({request, params}: Route.ActionArgs) {
  const viewer = viewerOf(tokenIn(request.headers.get('cookie')))
  if (!viewer) throw redirect('/sign-in')
  const form = await request.formData()
  const sent = {
    number: Number(params.number),
    version: Number(form.get('version')),
    answer: String(form.get('answer') ?? ''),
  }
  const outcome = reject(viewer, sent)
  if (outcome.ok) return {problem: null}
  return data({problem: outcome.problem}, {status: outcome.status})
}

export default function Request({loaderData: page, actionData}: Route.ComponentProps) {
  return (
    <>
      <div className="head">
        <div>
          <nav className="crumbs">
            <Link to="/requests">All requests</Link>
          </nav>
          <h1>{page.heading}</h1>
        </div>
        {page.mayReject && <Reject page={page} problem={actionData?.problem ?? null} />}
      </div>
      <Facts page={page} />
      <Remarks page={page} />
      <Trail page={page} />
    </>
  )
}

function Reject({page, problem}: {page: RequestPage; problem: string | null}) {
  return (
    <details className="ask">
      <summary className="button lead">Reject…</summary>
      <Form className="card" method="post">
        <input type="hidden" name="version" value={page.version} />
        {problem && <p className="problem">{problem}</p>}
        <div className="field">
          <label htmlFor="answer">Answer</label>
          <textarea id="answer" name="answer" maxLength={2000} defaultValue="" />
        </div>
        <button className="button lead" type="submit">
          Reject
        </button>
      </Form>
    </details>
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
