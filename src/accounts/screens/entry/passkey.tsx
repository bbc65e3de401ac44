/** Signing in and confirming with a passkey: by its button, and where the browser offers it while the address is typed. */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import {useEffect, useState} from 'react'
import {useHandler} from '../../../web/hooks/use-handler.ts'
import {useAction} from '../../../web/router/use-action.ts'
import {type PasskeyAskData, pendingFormActions, pendingFormField} from '../../data.ts'

export interface PasskeyProps {
  readonly ask: PasskeyAskData
  readonly pendingForm: string | null
}

export function Passkey({ask, pendingForm}: PasskeyProps) {
  const {pending, submit} = useAction()
  const [failed, setFailed] = useState(false)
  const use = useHandler(async (autofills: boolean) => {
    setFailed(false)
    try {
      const response = await startAuthentication({optionsJSON: ask.options, useBrowserAutofill: autofills})
      await submit({url: new URL(location.href), form: formOf(ask, JSON.stringify(response), pendingForm)})
    } catch {
      // The person has changed their mind, or has no passkey here.
      if (!autofills) setFailed(true)
    }
  })
  useEffect(() => {
    let isShown = true
    if (ask.autofills)
      void browserSupportsWebAuthnAutofill().then(supported => {
        if (supported && isShown) void use(true)
      })
    return () => {
      isShown = false
      WebAuthnAbortService.cancelCeremony()
    }
  }, [ask.autofills, use])
  if (!browserSupportsWebAuthn()) return null
  return (
    <div className="entry">
      <button type="button" className="button" aria-disabled={pending || undefined} onClick={() => void use(false)}>
        {ask.label}
      </button>
      {failed && (
        <p className="problem" role="alert">
          {ask.failed}
        </p>
      )}
    </div>
  )
}

function formOf(ask: PasskeyAskData, response: string, pendingForm: string | null): FormData {
  const form = new FormData()
  form.set('_action', pendingForm === null ? ask.action : (pendingFormActions[ask.action] ?? ask.action))
  form.set('passkey', response)
  form.set('question', ask.secret)
  for (const {name, value} of ask.hidden) form.set(name, value)
  if (pendingForm !== null) form.set(pendingFormField, pendingForm)
  return form
}
