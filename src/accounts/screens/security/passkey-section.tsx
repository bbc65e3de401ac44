/** The passkeys of a person on the security page, and the page that creates one. */
import {useRef} from 'react'
import {LabelledField} from '../../../features/forms/components/labelled-field.tsx'
import {Enhanced, lazyWithPreload} from '../../../web/lazy.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import type {NewPasskeyData, PasskeyData, PasskeysData} from '../../data.ts'

const CreatePasskey = lazyWithPreload(async () => (await import('./create-passkey.tsx')).CreatePasskey)

export function Passkeys({passkeys: {heading, text, listed, add}}: {passkeys: PasskeysData}) {
  return (
    <section className="card form sessions" aria-labelledby="passkeys">
      <h2 id="passkeys">{heading}</h2>
      <p className="subtle">{text}</p>
      {listed.length > 0 && (
        <ul>
          {listed.map(passkey => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <ActionForm className="buttons">
        <SubmitButton className="button primary" name="_action" value={add.action}>
          {add.label}
        </SubmitButton>
      </ActionForm>
    </section>
  )
}

function Passkey({passkey: {id, name, facts, rename, remove}}: {passkey: PasskeyData}) {
  return (
    <li className="again">
      <span>
        <b>{name}</b>
        <span className="small muted">{facts}</span>
        <details className="small">
          <summary>{rename.label}</summary>
          <ActionForm className="buttons">
            <input type="hidden" name="id" value={id} />
            <input
              className="input"
              name="name"
              aria-label={rename.field}
              defaultValue={name}
              maxLength={80}
              required
            />
            <SubmitButton className="button" name="_action" value={rename.action}>
              {rename.save}
            </SubmitButton>
          </ActionForm>
        </details>
      </span>
      <ActionForm>
        <input type="hidden" name="id" value={id} />
        <SubmitButton className="button" name="_action" value={remove.action} aria-label={remove.label}>
          {remove.text}
        </SubmitButton>
      </ActionForm>
    </li>
  )
}

export function NewPasskey({data}: {data: NewPasskeyData}) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <section className="card form">
      {data.problem !== null && (
        <p className="problem" role="alert">
          {data.problem}
        </p>
      )}
      <LabelledField id="passkey-name" label={data.nameLabel}>
        {attributes => <input {...attributes} ref={name} className="input" maxLength={80} defaultValue={data.name} />}
      </LabelledField>
      <Enhanced by={CreatePasskey} plain={<p className="subtle">{data.script}</p>}>
        <CreatePasskey data={data} name={() => name.current?.value ?? ''} />
      </Enhanced>
    </section>
  )
}
