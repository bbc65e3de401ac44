/** One's own account: name, address, password, and where one is signed in. */

import type {AccountData, EntryField, SessionData} from '../../../contract/account.ts'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {ActionForm, SubmitButton} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {EntryFields} from './account-fields.tsx'

export function AccountScreen({data}: ScreenProps<'account'>) {
  const messages = useMessages().people
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{messages.account}</h1>
          <p>{messages.accountIntro}</p>
        </div>
        {/* A new document after signing out, so that nothing the browser holds of the person stays. */}
        <ActionForm className="acts" reloadDocument>
          {data.mayInvite && (
            <Link className="button" href="/invitations">
              {messages.invitations}
            </Link>
          )}
          <SubmitButton className="button" name="_action" value="sign out">
            {messages.signOut}
          </SubmitButton>
        </ActionForm>
      </div>
      {data.notice !== null && (
        <p className="said" role="status">
          {data.notice}
        </p>
      )}
      <ErrorSummary problems={data.problems} />
      <div className="account">
        <AccountSection title={messages.details} action="save" label={messages.save} data={data} fields={data.details}>
          <input type="hidden" name="_version" value={data.version} />
        </AccountSection>
        {data.password.length > 0 ? (
          <AccountSection
            title={messages.password}
            action="change password"
            label={messages.changePassword}
            data={data}
            fields={data.password}
          />
        ) : (
          <section className="card">
            <h2>{messages.password}</h2>
            <p className="second">{messages.demoAccount}</p>
          </section>
        )}
        {data.wantsMail !== null && <MailWish wants={data.wantsMail} />}
        <Sessions sessions={data.sessions} />
      </div>
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly action: string
  readonly label: string
  readonly data: AccountData
  readonly fields: readonly EntryField[]
  readonly children?: React.ReactNode
}

function AccountSection({title, action, label, data, fields, children}: PartProps) {
  return (
    <ActionForm className="card form">
      <h2>{title}</h2>
      {children}
      <EntryFields fields={fields} problems={data.problems} />
      <div className="acts">
        <SubmitButton className="button lead" name="_action" value={action}>
          {label}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

function MailWish({wants}: {wants: boolean}) {
  const messages = useMessages().notifications
  return (
    <ActionForm className="card form">
      <h2>{messages.mail}</h2>
      <div className="field">
        <label className="check">
          <input type="checkbox" name="mail" value="yes" defaultChecked={wants} />
          <span>{messages.mailMe}</span>
        </label>
        <span className="help">{messages.mailHelp}</span>
      </div>
      <div className="acts">
        <SubmitButton className="button lead" name="_action" value="mail">
          {messages.saveMail}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

function Sessions({sessions}: {sessions: readonly SessionData[]}) {
  const messages = useMessages().people
  const elsewhere = sessions.some(session => !session.current)
  return (
    <ActionForm className="card form sessions">
      <h2>{messages.sessions}</h2>
      <ul>
        {sessions.map(session => (
          <li key={session.key}>
            <b>{session.device}</b>
            <span className="small quiet">
              {session.current ? (
                messages.thisSession
              ) : (
                <time dateTime={session.lastUsedAt}>{messages.lastSeen(session.lastUsed)}</time>
              )}
              , {session.address}
            </span>
          </li>
        ))}
      </ul>
      {elsewhere ? (
        <div className="acts">
          <SubmitButton className="button" name="_action" value="sign out elsewhere">
            {messages.signOutElsewhere}
          </SubmitButton>
        </div>
      ) : (
        <p className="small quiet">{messages.onlyHere}</p>
      )}
    </ActionForm>
  )
}
