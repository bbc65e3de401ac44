/** A password: never shown again after a refusal, and visible on request while typing. */
import {type ComponentProps, useState} from 'react'
import {IconPath} from '../../../web/components/icon.tsx'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {useSubmitting} from '../../../web/router/action-form.tsx'
import {useMessages} from '../../../web/router/router-provider.tsx'

const openEye =
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z'
const closedEye =
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'>) {
  const {forms} = useMessages()
  const hydrated = useHydrated()
  const {refusals} = useSubmitting()
  const [visible, setVisible] = useState(false)
  return (
    <div className="password">
      {/* A new, empty input after every refusal. */}
      <input {...props} key={refusals} type={visible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      {hydrated && (
        <button
          type="button"
          className="toggle"
          aria-pressed={visible}
          aria-controls={props.id}
          aria-label={forms.showPassword}
          onClick={() => setVisible(!visible)}
        >
          <IconPath path={visible ? closedEye : openEye} />
        </button>
      )}
    </div>
  )
}
