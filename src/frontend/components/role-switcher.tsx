/** Only while a document is being written: the same page, looked at as somebody of another role. */
import type {Page} from '../../contract/page.ts'

/** What its buttons send, to whatever page they stand on. */
export const lookAsAction = 'look as'

export function RoleSwitcher({page}: {page: Page}) {
  const {lookAs} = page.shell
  if (!lookAs) return null
  return (
    <details className="look-as">
      <summary>
        {lookAs.label} <b>{lookAs.now}</b>
      </summary>
      <ul>
        {lookAs.choices.map(({who, label, is}) => (
          <li key={who} className={is === null ? undefined : 'one'}>
            <form method="post" data-document="">
              <input type="hidden" name="who" value={who} />
              <button name="_action" value={lookAsAction} type="submit">
                {label}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </details>
  )
}
