/** One's own account: name, address, password, and where one is signed in. */

import type {AccountData, EntryField, SessionData} from '../../../contract/account.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Summary} from '../../components/form/error-summary.tsx'
import type {ViewProps} from '../../view.ts'
import {EntryFields} from './account-fields.tsx'

export function Account({data, page}: ViewProps<AccountData>) {
  const words = wordsFor(page.shell.language).people
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{words.account}</h1>
          <p>{words.accountIntro}</p>
        </div>
        {/* A new document after signing out, so that nothing the browser holds of the person stays. */}
        <form method="post" className="acts" data-document="">
          {data.mayInvite && (
            <a className="button" href="/invitations">
              {words.invitations}
            </a>
          )}
          <button className="button" name="_action" value="sign out" type="submit">
            {words.signOut}
          </button>
        </form>
      </div>
      {data.said !== null && (
        <p className="said" role="status">
          {data.said}
        </p>
      )}
      <Summary problems={data.problems} language={page.shell.language} />
      <div className="account">
        <Part
          title={words.details}
          action="save"
          label={words.save}
          data={data}
          fields={data.details}
          answer={page.once}
        >
          <input type="hidden" name="_version" value={data.version} />
        </Part>
        {data.password.length > 0 ? (
          <Part
            title={words.password}
            action="change password"
            label={words.changePassword}
            data={data}
            fields={data.password}
            answer={page.once}
          />
        ) : (
          <section className="card">
            <h2>{words.password}</h2>
            <p className="second">{words.demoAccount}</p>
          </section>
        )}
        {data.wantsMail !== null && <MailWish wants={data.wantsMail} language={page.shell.language} />}
        <Sessions sessions={data.sessions} words={words} />
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
  readonly answer: string | undefined
  readonly children?: React.ReactNode
}

function Part({title, action, label, data, fields, answer, children}: PartProps) {
  return (
    <form className="card form" method="post">
      <h2>{title}</h2>
      {children}
      <EntryFields fields={fields} problems={data.problems} answer={answer} />
      <div className="acts">
        <button className="button lead" name="_action" value={action} type="submit">
          {label}
        </button>
      </div>
    </form>
  )
}

function MailWish({wants, language}: {wants: boolean; language: string}) {
  const words = wordsFor(language).notifications
  return (
    <form className="card form" method="post">
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
    </form>
  )
}

function Sessions({sessions, words}: {sessions: readonly SessionData[]; words: Words['people']}) {
  const elsewhere = sessions.some(session => !session.here)
  return (
    <form className="card form sessions" method="post">
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
    </form>
  )
}
