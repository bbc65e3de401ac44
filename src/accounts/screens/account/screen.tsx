/** The person's own account: profile, password, language, security and keys. */

import {ErrorSummary} from '../../../features/forms/components/error-summary.tsx'
import {LabelledField} from '../../../features/forms/components/labelled-field.tsx'
import {PlainFields} from '../../../features/forms/components/plain-fields.tsx'
import type {FormFieldData} from '../../../features/forms/data.ts'
import {PageHead} from '../../../web/components/top-bar.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {Link} from '../../../web/router/link.tsx'
import {useTexts} from '../../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import type {AccountData, KeysData} from '../../data.ts'
import {peopleTexts} from '../../messages.ts'

export function AccountScreen({data}: ScreenProps<'account'>) {
  const messages = useTexts(peopleTexts)
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{messages.account}</h1>
          <p>{messages.accountIntro}</p>
        </div>
        {/* A new document after signing out, so that nothing of the person remains in the browser. */}
        <ActionForm className="buttons" reloadDocument>
          {data.subscriptions && (
            <Link className="button" href={data.subscriptions.href}>
              {data.subscriptions.label}
            </Link>
          )}
          {data.failedCalls && (
            <Link className="button" href={data.failedCalls.href}>
              {data.failedCalls.label}
            </Link>
          )}
          {data.auditLog && (
            <Link className="button" href={data.auditLog.href}>
              {data.auditLog.label}
            </Link>
          )}
          {data.mayInvite && (
            <Link className="button" href="/invitations">
              {messages.invitations}
            </Link>
          )}
          <SubmitButton className="button" name="_action" value="sign out">
            {messages.signOut}
          </SubmitButton>
        </ActionForm>
      </PageHead>
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
            <p className="subtle">{data.signsInWith ?? messages.demoAccount}</p>
          </section>
        )}
        {data.languages.length > 0 && (
          <AccountSection
            title={messages.language}
            action="language"
            label={messages.save}
            data={data}
            fields={data.languages}
          />
        )}
        {data.wantsMail !== null && <MailWish wants={data.wantsMail} />}
        <Security security={data.security} />
        {data.keys && <Keys keys={data.keys} problem={data.problems.find(({field}) => field === 'key')?.message} />}
      </div>
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly action: string
  readonly label: string
  readonly data: AccountData
  readonly fields: readonly FormFieldData[]
  readonly children?: React.ReactNode
}

function AccountSection({title, action, label, data, fields, children}: PartProps) {
  return (
    <ActionForm className="card form">
      <h2>{title}</h2>
      {children}
      <PlainFields fields={fields} problems={data.problems} />
      <div className="buttons">
        <SubmitButton className="button primary" name="_action" value={action}>
          {label}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

function MailWish({wants}: {wants: boolean}) {
  const messages = useTexts(peopleTexts)
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
      <div className="buttons">
        <SubmitButton className="button primary" name="_action" value="mail">
          {messages.saveMail}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

function Security({security: {text, reminder, link}}: Pick<AccountData, 'security'>) {
  return (
    <section className="card form">
      <h2>{link.label}</h2>
      {reminder !== null && <p>{reminder}</p>}
      <p className="subtle">{text}</p>
      <div className="buttons">
        <Link className="button" href={link.href}>
          {link.label}
        </Link>
      </div>
    </section>
  )
}

interface KeysProps {
  readonly keys: KeysData
  /** Why no key was made. */
  readonly problem: string | undefined
}

function Keys({keys: {listed, roles, made, name: typed}, problem}: KeysProps) {
  const messages = useTexts(peopleTexts)
  return (
    <section className="card form sessions" aria-labelledby="keys">
      <h2 id="keys">{messages.keys}</h2>
      <p className="small muted">
        {messages.keysIntro} <Link href="/_api">{messages.apiPage}</Link>
      </p>
      {made !== null && (
        <div role="status">
          <p>{messages.keyMade}</p>
          <p>
            <code>{made}</code>
          </p>
        </div>
      )}
      <ul>
        {listed.map(({id, name, roles: some, made: since, used, until}) => (
          <li key={id}>
            <b>{name}</b>
            <span className="small muted">
              {[
                some?.join(', ') ?? messages.allRoles,
                messages.keySince(since),
                used === null ? messages.keyUnused : messages.lastSeen(used),
                ...(until === null ? [] : [messages.keyUntil(until)]),
              ].join(' · ')}
            </span>
            <ActionForm>
              <input type="hidden" name="id" value={id} />
              <SubmitButton className="button" name="_action" value="revoke key" aria-label={messages.revokeKey(name)}>
                {messages.revoke}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
      <ActionForm>
        <LabelledField id="field-key" label={messages.keyName} problem={problem}>
          {attributes => (
            <input {...attributes} name="key" defaultValue={typed} maxLength={80} required autoComplete="off" />
          )}
        </LabelledField>
        {roles.length > 1 && (
          <fieldset className="field">
            <legend>{messages.keyRoles}</legend>
            {roles.map(role => (
              <label className="check" key={role}>
                <input type="checkbox" name="roles" value={role} defaultChecked />
                <span>{role}</span>
              </label>
            ))}
          </fieldset>
        )}
        <LabelledField id="days" label={messages.keyDays}>
          {attributes => (
            <select {...attributes} name="days" defaultValue="90">
              {[30, 90, 365].map(days => (
                <option key={days} value={days}>
                  {messages.daysLong(days)}
                </option>
              ))}
              <option value="">{messages.noEnd}</option>
            </select>
          )}
        </LabelledField>
        <div className="buttons">
          <SubmitButton className="button primary" name="_action" value="make key">
            {messages.makeKey}
          </SubmitButton>
        </div>
      </ActionForm>
    </section>
  )
}
