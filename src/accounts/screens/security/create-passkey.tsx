/** Creating a passkey: the browser asks the person, and its answer is sent with the name. */
import {browserSupportsWebAuthn, startRegistration} from '@simplewebauthn/browser'
import {useState} from 'react'
import {useAction} from '../../../web/router/use-action.ts'
import type {NewPasskeyData} from '../../data.ts'

export function CreatePasskey({data, name}: {data: NewPasskeyData; name: () => string}) {
  const {pending, submit} = useAction()
  const [failed, setFailed] = useState(false)
  const create = async () => {
    setFailed(false)
    try {
      const response = await startRegistration({optionsJSON: data.options})
      const form = new FormData()
      form.set('_action', data.action)
      form.set('name', name())
      form.set('passkey', JSON.stringify(response))
      form.set('question', data.secret)
      await submit({url: new URL(location.href), form})
    } catch {
      setFailed(true)
    }
  }
  if (!browserSupportsWebAuthn()) return <p className="subtle">{data.unsupported}</p>
  return (
    <>
      <button
        type="button"
        className="button primary"
        aria-disabled={pending || undefined}
        onClick={() => void create()}
      >
        {data.label}
      </button>
      {failed && (
        <p className="problem" role="alert">
          {data.failed}
        </p>
      )}
    </>
  )
}
