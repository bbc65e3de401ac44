/** A page with a single form: sign-in, sign-up, choosing a password. */

import {ErrorSummary} from '../../../features/forms/components/error-summary.tsx'
import {PlainFields} from '../../../features/forms/components/plain-fields.tsx'
import {Avatar} from '../../../web/components/avatar.tsx'
import {Enhanced, lazyWithPreload} from '../../../web/lazy.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {Link} from '../../../web/router/link.tsx'
import {useTexts} from '../../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import {type EntryData, type EntryForm, pendingFormActions, pendingFormField} from '../../data.ts'
import {peopleTexts} from '../../messages.ts'

const Passkey = lazyWithPreload(async () => (await import('./passkey.tsx')).Passkey)

export function EntryScreen({data}: ScreenProps<'entry'>) {
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {data.intro !== '' && <p className="subtle">{data.intro}</p>}
      {data.notice !== null && (
        <p className="said" role="status">
          {data.notice}
        </p>
      )}
      {data.refusal !== undefined && (
        <p className="summary" role="alert">
          {data.refusal}
        </p>
      )}
      {data.providers && <Providers providers={data.providers} isAlone={data.form === null} />}
      {data.form && <OneForm form={data.form} pendingForm={data.pendingForm} />}
      {data.passkey && (
        <Enhanced by={Passkey} plain={<p className="small muted">{data.passkey.script}</p>}>
          {/* A new question after an answer that was refused. */}
          <Passkey key={data.passkey.secret} ask={data.passkey} pendingForm={data.pendingForm} />
        </Enhanced>
      )}
      {data.links.length > 0 && (
        <ul className="small links">
          {data.links.map(link => (
            <li key={link.href}>
              <Link href={link.href}>{link.label}</Link>
            </li>
          ))}
        </ul>
      )}
      {data.demo.length > 0 && <Demonstration data={data} />}
    </>
  )
}

/** They leave the application, so the browser loads them itself. */
function Providers({providers, isAlone}: Required<Pick<EntryData, 'providers'>> & {isAlone: boolean}) {
  const {or} = useTexts(peopleTexts)
  return (
    <>
      <ul className="providers">
        {providers.map(({label, href, opensTab = false}) => (
          <li key={href}>
            <Link
              className={isAlone ? 'button primary' : 'button'}
              href={href}
              reloadDocument
              {...(opensTab && {target: '_blank'})}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {!isAlone && !providers.some(({opensTab}) => opensTab) && <p className="small muted">{or}</p>}
    </>
  )
}

/** No one-time token: with one, a person who returns to this page and signs in as someone else would get the first one's response. */
function OneForm({form, pendingForm}: {form: EntryForm; pendingForm: string | null}) {
  return (
    <ActionForm className="entry" reloadDocument={form.signsOut}>
      <ErrorSummary problems={form.problems} />
      <PlainFields fields={form.fields} problems={form.problems} />
      {form.hidden?.map(field => (
        <input key={field.name} type="hidden" name={field.name} value={field.value} />
      ))}
      <PendingForm text={pendingForm} />
      <SubmitButton className="button primary" name="_action" value={actionOf(form.action, pendingForm)}>
        {form.label}
      </SubmitButton>
    </ActionForm>
  )
}

/** What was typed elsewhere and is sent again after sign-in. */
function PendingForm({text}: {text: string | null}) {
  return text === null ? null : <input type="hidden" name={pendingFormField} value={text} />
}

function actionOf(action: string, pendingForm: string | null): string {
  return pendingForm === null ? action : (pendingFormActions[action] ?? action)
}

function Demonstration({data}: {data: EntryData}) {
  const messages = useTexts(peopleTexts)
  return (
    <section className="demonstration">
      <h2>{messages.demo}</h2>
      <p className="small muted">{messages.demoIntro}</p>
      <ul className="people">
        {data.demo.map(person => (
          <li key={person.id}>
            <ActionForm>
              <input type="hidden" name="person" value={person.id} />
              <PendingForm text={data.pendingForm} />
              <SubmitButton className="button" name="_action" value={actionOf('look around', data.pendingForm)}>
                <Avatar id={person.id} name={person.name} />
                <span>
                  {person.name}
                  <span className="small muted">{person.is}</span>
                </span>
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
