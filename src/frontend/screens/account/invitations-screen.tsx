/** Inviting people, and who has not come yet. */

import type {InvitationsData} from '../../../contract/account.ts'
import {type Words, wordsFor} from '../../../messages/index.ts'
import {Summary} from '../../components/form/error-summary.tsx'
import type {ViewProps} from '../../view.ts'
import {EntryFields} from './account-fields.tsx'

export function Invitations({data, page}: ViewProps<InvitationsData>) {
  const words = wordsFor(page.shell.language).people
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{words.invitations}</h1>
          <p>{words.invitationsIntro}</p>
        </div>
      </div>
      {data.said !== null && (
        <p className="said" role="status">
          {data.said}
        </p>
      )}
      <form className="card form" method="post">
        <Summary problems={data.problems} language={page.shell.language} />
        <EntryFields fields={data.fields} problems={data.problems} answer={page.once} />
        <fieldset className="field">
          <legend>{words.roles}</legend>
          {data.roles.map(role => (
            <label className="check" key={role.name}>
              <input type="checkbox" name="roles" value={role.name} defaultChecked={role.chosen} />
              <span>
                {role.name} {role.meaning !== '' && <span className="quiet">{role.meaning}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="acts">
          <button className="button lead" name="_action" value="invite" type="submit">
            {words.invite}
          </button>
        </div>
      </form>
      {data.waiting.length > 0 && <Waiting waiting={data.waiting} words={words} />}
    </>
  )
}

function Waiting({waiting, words}: {waiting: InvitationsData['waiting']; words: Words['people']}) {
  return (
    <section className="card form sessions">
      <h2>{words.waiting}</h2>
      <ul>
        {waiting.map(person => (
          <li key={person.email} className="again">
            <span>
              <b>{person.name}</b>
              <span className="small quiet">
                {person.email}, {words.until(person.until)}
              </span>
            </span>
            <form method="post">
              <input type="hidden" name="email" value={person.email} />
              <button
                className="button"
                name="_action"
                value="invite"
                type="submit"
                aria-label={`${words.inviteAgain}: ${person.name}`}
              >
                {words.inviteAgain}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
