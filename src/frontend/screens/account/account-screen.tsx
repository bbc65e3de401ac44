/** One's own account: name, address, password, and where one is signed in. */

import type {AccountData, EntryField, SessionData} from '../../../contract/account.ts'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {ActionForm} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'
import {EntryFields} from './account-fields.tsx'

export function AccountScreen({data}: ScreenProps<'account'>) {
  const words = useMessages().people
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{words.account}</h1>
          <p>{words.accountIntro}</p>
        </div>
        {/* A new document after signing out, so that nothing the browser holds of the person stays. */}
        <ActionForm className="acts" reloadDocument>
          {data.mayInvite && (
            <Link className="button" href="/invitations">
              {words.invitations}
            </Link>
          )}
          <button className="button" name="_action" value="sign out" type="submit">
            {words.signOut}
          </button>
        </ActionForm>
      </div>
      {data.said !== null && (
        <p className="said" role="status">
          {data.said}
        </p>
      )}
      <ErrorSummary problems={data.problems} />
      <div className="account">
        <AccountSection title={words.details} action="save" label={words.save} data={data} fields={data.details}>
          <input type="hidden" name="_version" value={data.version} />
        </AccountSection>
        {data.password.length > 0 ? (
          <AccountSection
            title={words.password}
            action="change password"
            label={words.changePassword}
            data={data}
            fields={data.password}
          />
        ) : (
          <section className="card">
            <h2>{words.password}</h2>
            <p className="second">{words.demoAccount}</p>
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
        <button className="button lead" name="_action" value={action} type="submit">
          {label}
        </button>
      </div>
    </ActionForm>
  )
}

function MailWish({wants}: {wants: boolean}) {
  const words = useMessages().notifications
  return (
    <ActionForm className="card form">
      <h2>{words.mail}</h2>
      <div className="field">
        <label className="check">
          <input type="checkbox" name="mail" value="yes" defaultChecked={wants} />
          <span>{words.mailMe}</span>
        </label>
        <span className="help">{words.mailHelp}</span>
      </div>
      <div className="acts">
        <button className="button lead" name="_action" value="mail" type="submit">
          {words.saveMail}
        </button>
      </div>
    </ActionForm>
  )
}

function Sessions({sessions}: {sessions: readonly SessionData[]}) {
  const words = useMessages().people
  const elsewhere = sessions.some(session => !session.here)
  return (
    <ActionForm className="card form sessions">
      <h2>{words.sessions}</h2>
      <ul>
        {sessions.map(session => (
          <li key={session.key}>
            <b>{session.what}</b>
            <span className="small quiet">
              {session.here ? words.thisSession : <time dateTime={session.seenAt}>{words.lastSeen(session.seen)}</time>}
              , {session.address}
            </span>
          </li>
        ))}
      </ul>
      {elsewhere ? (
        <div className="acts">
          <button className="button" name="_action" value="sign out elsewhere" type="submit">
            {words.signOutElsewhere}
          </button>
        </div>
      ) : (
        <p className="small quiet">{words.onlyHere}</p>
      )}
    </ActionForm>
  )
}
