/** Shown while a document is being written: problems of the version on disk, and the current “view as”. */
import {type ShownFinding, viewAsAction} from '../../engine/page/frame.ts'
import {ActionForm, SubmitButton} from '../router/action-form.tsx'
import {useMessages, usePage} from '../router/router-provider.tsx'

/** Above the last good version. */
export function Findings({findings}: {findings: readonly ShownFinding[]}) {
  const messages = useMessages()
  return (
    <section className="findings" role="status">
      <h2>{messages.shell.findings(findings.length)}</h2>
      <p>{messages.shell.lastGood}</p>
      <ul>
        {findings.slice(0, 20).map(found => (
          <li key={`${found.where} ${found.code} ${found.message}`}>
            <code>{found.where}</code> <b>{found.code}</b> {found.message} <span className="subtle">{found.hint}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same page, viewed as a person of another role. */
export function RoleSwitcher() {
  const page = usePage()
  const {viewAs} = page.shell
  if (!viewAs) return null
  return (
    <details className="view-as">
      <summary>
        {viewAs.label} <b>{viewAs.now}</b>
      </summary>
      <ul>
        {viewAs.choices.map(({who, label, is}) => (
          <li key={who} className={is === null ? undefined : 'one'}>
            <ActionForm reloadDocument>
              <input type="hidden" name="who" value={who} />
              <SubmitButton name="_action" value={viewAsAction}>
                {label}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
