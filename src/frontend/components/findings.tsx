/** While a document is being written: what is wrong with the version on disk, above the last good one. */

import type {ShownFinding} from '../../contract/page.ts'
import {useMessages} from '../router/router-provider.tsx'

export function Findings({findings}: {findings: readonly ShownFinding[]}) {
  const messages = useMessages()
  return (
    <section className="findings" role="status">
      <h2>{messages.shell.findings(findings.length)}</h2>
      <p>{messages.shell.lastGood}</p>
      <ul>
        {findings.slice(0, 20).map(found => (
          <li key={`${found.where} ${found.code} ${found.message}`}>
            <code>{found.where}</code> <b>{found.code}</b> {found.message} <span className="second">{found.hint}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
