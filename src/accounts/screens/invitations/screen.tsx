/** Inviting people, and pending invitations. */

import {ErrorSummary} from '../../../features/forms/components/error-summary.tsx'
import {laterMessagesFor} from '../../../messages/later.ts'
import {PageHead} from '../../../web/components/top-bar.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {useLocale} from '../../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../../web/screen.ts'
import type {InvitationsData} from '../../data.ts'
import {EntryFields} from '../account-fields.tsx'

export function InvitationsScreen({data}: ScreenProps<'invitations'>) {
  const messages = laterMessagesFor(useLocale()).account
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{messages.invitations}</h1>
          <p>{messages.invitationsIntro}</p>
        </div>
      </PageHead>
      {data.notice !== null && (
        <p className="said" role="status">
          {data.notice}
        </p>
      )}
      <ActionForm className="card form">
        <ErrorSummary problems={data.problems} />
        <EntryFields fields={data.fields} problems={data.problems} />
        <fieldset className="field">
          <legend>{messages.roles}</legend>
          {data.roles.map(role => (
            <label className="check" key={role.name}>
              <input type="checkbox" name="roles" value={role.name} defaultChecked={role.chosen} />
              <span>
                {role.label} {role.meaning !== '' && <span className="quiet">{role.meaning}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="acts">
          <SubmitButton className="button lead" name="_action" value="invite">
            {messages.invite}
          </SubmitButton>
        </div>
      </ActionForm>
      {data.waiting.length > 0 && <Waiting waiting={data.waiting} />}
    </>
  )
}

function Waiting({waiting}: {waiting: InvitationsData['waiting']}) {
  const messages = laterMessagesFor(useLocale()).account
  return (
    <section className="card form sessions">
      <h2>{messages.waiting}</h2>
      <ul>
        {waiting.map(person => (
          <li key={person.email} className="again">
            <span>
              <b>{person.name}</b>
              <span className="small quiet">
                {person.email}, {messages.until(person.until)}
              </span>
            </span>
            <ActionForm>
              <input type="hidden" name="email" value={person.email} />
              <SubmitButton
                className="button"
                name="_action"
                value="invite"
                aria-label={`${messages.inviteAgain}: ${person.name}`}
              >
                {messages.inviteAgain}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
