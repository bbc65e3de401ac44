/** A page with one form in the middle: signing in and up, choosing a password. */

import {type EntryData, type EntryForm, keptActions, keptField} from '../../../contract/account.ts'
import type {Page} from '../../../contract/page.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Face} from '../../components/avatar.tsx'
import {Summary} from '../../components/form/error-summary.tsx'
import type {ViewProps} from '../../view.ts'
import {EntryFields} from './account-fields.tsx'

export function Entry({data, page}: ViewProps<EntryData>) {
  const {language} = page.shell
  return (
    <>
      <h1 tabIndex={-1}>{data.heading}</h1>
      {data.intro !== '' && <p className="second">{data.intro}</p>}
      {data.said !== null && (
        <p className="said" role="status">
          {data.said}
        </p>
      )}
      {data.form && <OneForm form={data.form} page={page} kept={data.kept} />}
      {data.links.length > 0 && (
        <ul className="small links">
          {data.links.map(link => (
            <li key={link.href}>
              <a href={link.href}>{link.label}</a>
            </li>
          ))}
        </ul>
      )}
      {data.demo.length > 0 && <Demonstration data={data} words={wordsFor(language).people} />}
    </>
  )
}

/** No one-time token: with one, whoever comes Back to this page and signs in as another would get the first one's answer. */
function OneForm({form, page, kept}: {form: EntryForm; page: Page; kept: string | null}) {
  return (
    <form method="post" className="entry" data-document={form.leaves ? '' : undefined}>
      <Summary problems={form.problems} language={page.shell.language} />
      <EntryFields fields={form.fields} problems={form.problems} answer={page.once} />
      <Kept kept={kept} />
      <button className="button lead" name="_action" value={actionOf(form.action, kept)} type="submit">
        {form.label}
      </button>
    </form>
  )
}

function Kept({kept}: {kept: string | null}) {
  return kept === null ? null : <input type="hidden" name={keptField} value={kept} />
}

function actionOf(action: string, kept: string | null): string {
  return kept === null ? action : (keptActions[action] ?? action)
}

function Demonstration({data, words}: {data: EntryData; words: Words['people']}) {
  return (
    <section className="demonstration">
      <h2>{words.demo}</h2>
      <p className="small quiet">{words.demoIntro}</p>
      <ul className="people">
        {data.demo.map(person => (
          <li key={person.id}>
            <form method="post">
              <input type="hidden" name="person" value={person.id} />
              <Kept kept={data.kept} />
              <button className="button" name="_action" value={actionOf('look around', data.kept)} type="submit">
                <Face id={person.id} name={person.name} />
                <span>
                  {person.name}
                  <span className="small quiet">{person.is}</span>
                </span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
