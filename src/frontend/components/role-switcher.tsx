/** Only while a document is being written: the same page, viewed as a person of another role. */

import {viewAsAction} from '../../contract/page.ts'
import {ActionForm, SubmitButton} from '../router/action-form.tsx'
import {usePage} from '../router/router-provider.tsx'

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
