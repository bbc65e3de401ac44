/** A password: never shown again after a refusal, and visible to the person who types it if they want. */
import {type ComponentProps, useState} from 'react'
import {useHydrated} from '../../hooks/use-hydrated.ts'
import {useSubmitting} from '../../router/action-form.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import {Icon} from '../icon.tsx'

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'>) {
  const {people} = useMessages()
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
          aria-label={people.showPassword}
          onClick={() => setVisible(!visible)}
        >
          <Icon name={visible ? 'eye-off' : 'eye'} />
        </button>
      )}
    </div>
  )
}
