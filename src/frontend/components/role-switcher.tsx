/** Only while a document is being written: the same page, looked at as somebody of another role. */

import {lookAsAction} from '../../contract/page.ts'
import {ActionForm} from '../router/action-form.tsx'
import {usePage} from '../router/router-provider.tsx'

export function RoleSwitcher() {
  const page = usePage()
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
            <ActionForm reloadDocument>
              <input type="hidden" name="who" value={who} />
              <button name="_action" value={lookAsAction} type="submit">
                {label}
              </button>
            </ActionForm>
          </li>
        ))}
      </ul>
    </details>
  )
}
