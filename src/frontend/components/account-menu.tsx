/** Who has signed in, with what is theirs alone: the account, light or dark, the way out. Plain HTML that opens and closes by itself. */

import type {Page} from '../../contract/page.ts'
import {looks} from '../../contract/theme.ts'
import type {Words} from '../../messages/index.ts'
import {Face} from './avatar.tsx'
import {Icon} from './icon.tsx'

export function Account({page, words}: {page: Page; words: Words}) {
  const {person, signIn} = page.shell
  if (person)
    return (
      <details className="me" data-popup="">
        <summary>
          <Face id={person.id} name={person.name} />
          <span className="small">
            <b>{person.name}</b>
            <span className="quiet">{person.is}</span>
          </span>
          <Icon name="more" />
        </summary>
        <div className="popup">
          <p className="small quiet">
            <b>{person.name}</b>
            {person.is}
          </p>
          <a className="item" href={person.href}>
            <Icon name="person" />
            {words.shell.account}
          </a>
          <Look page={page} words={words} />
          <form method="post" action="/sign-out">
            <button className="item" type="submit" name="_action" value="sign out">
              <Icon name="leave" />
              {words.shell.signOut}
            </button>
          </form>
        </div>
      </details>
    )
  return signIn ? (
    <a className="me" href={signIn.href}>
      <Icon name="person" />
      <span className="small">{signIn.label}</span>
    </a>
  ) : null
}

function Look({page, words}: {page: Page; words: Words}) {
  const chosen = page.shell.look ?? 'system'
  return (
    <form className="look" method="post" action="/_look" data-look="">
      <input type="hidden" name="return" value={page.url} />
      <fieldset>
        <legend className="small quiet">{words.shell.look}</legend>
        {looks.map(look => (
          <button key={look} type="submit" name="_action" value={look} aria-pressed={look === chosen}>
            <Icon name={look} />
            {words.shell.looks[look]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
