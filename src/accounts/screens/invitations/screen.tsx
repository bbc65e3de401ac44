/** Inviting people, and pending invitations. */

import {ErrorSummary} from '../../../features/forms/components/error-summary.tsx'
import {PlainFields} from '../../../features/forms/components/plain-fields.tsx'
import {CopyText} from '../../../web/components/copy-text.tsx'
import {PageHead} from '../../../web/components/top-bar.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {useTexts} from '../../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import type {InvitationsData} from '../../data.ts'
import {peopleTexts} from '../../messages.ts'

export function InvitationsScreen({data}: ScreenProps<'invitations'>) {
  const messages = useTexts(peopleTexts)
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{messages.invitations}</h1>
          <p>{data.byMail ? messages.invitationsIntro : messages.invitationsWithoutMail}</p>
        </div>
      </PageHead>
      {data.notice !== null && (
        <p className="said" role="status">
          {data.notice}
        </p>
      )}
      {data.made && (
        <section className="card form" role="status">
          <p>{data.made.text}</p>
          <CopyText text={data.made.link} copy={messages.copyLink} copied={messages.copied} />
        </section>
      )}
      <ActionForm className="card form">
        <ErrorSummary problems={data.problems} />
        <PlainFields fields={data.fields} problems={data.problems} />
        <fieldset className="field">
          <legend>{messages.roles}</legend>
          {data.roles.map(role => (
            <label className="check" key={role.name}>
              <input type="checkbox" name="roles" value={role.name} defaultChecked={role.chosen} />
              <span>
                {role.label} {role.meaning !== '' && <span className="muted">{role.meaning}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="buttons">
          <SubmitButton className="button primary" name="_action" value="invite">
            {data.byMail ? messages.invite : messages.add}
          </SubmitButton>
        </div>
      </ActionForm>
      {data.waiting.length > 0 && <Waiting data={data} />}
    </>
  )
}

function Waiting({data: {waiting, byMail}}: {data: InvitationsData}) {
  const messages = useTexts(peopleTexts)
  const label = byMail ? messages.inviteAgain : messages.createLink
  return (
    <section className="card form sessions">
      <h2>{messages.waiting}</h2>
      <ul>
        {waiting.map(person => (
          <li key={person.email} className="again">
            <span>
              <b>{person.name}</b>
              <span className="small muted">
                {person.email}, {messages.until(person.until)}
              </span>
            </span>
            <ActionForm>
              <input type="hidden" name={byMail ? 'email' : 'id'} value={byMail ? person.email : person.id} />
              <SubmitButton
                className="button"
                name="_action"
                value={byMail ? 'invite' : 'link'}
                aria-label={`${label}: ${person.name}`}
              >
                {label}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
