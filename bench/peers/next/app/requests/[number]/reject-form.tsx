'use client'
import {useActionState} from 'react'
import {rejectRequest} from './reject.ts'

export function RejectForm({number, version}: {number: number; version: number}) {
  const [{problem}, act] = useActionState(rejectRequest, {problem: null})
  return (
    <details className="ask">
      <summary className="button lead">Reject…</summary>
      <form className="card" action={act}>
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="version" value={version} />
        {problem && <p className="problem">{problem}</p>}
        <div className="field">
          <label htmlFor="answer">Answer</label>
          <textarea id="answer" name="answer" maxLength={2000} defaultValue="" />
        </div>
        <button className="button lead" type="submit">
          Reject
        </button>
      </form>
    </details>
  )
}
