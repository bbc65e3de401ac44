/** Who has signed in, with what is theirs alone: the account, light or dark, the way out. Plain HTML that opens and closes by itself. */

import {looks} from '../../contract/theme.ts'
import {ActionForm} from '../router/action-form.tsx'
import {Link} from '../router/link.tsx'
import {useMessages, usePage} from '../router/router-provider.tsx'
import {Avatar} from './avatar.tsx'
import {Icon} from './icon.tsx'

export function AccountMenu() {
  const page = usePage()
  const words = useMessages()
  const {person, signIn} = page.shell
  if (person)
    return (
      <details className="me" data-popup="">
        <summary>
          <Avatar id={person.id} name={person.name} />
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
          <Link className="item" href={person.href}>
            <Icon name="person" />
            {words.shell.account}
          </Link>
          <Look />
          <ActionForm action="/sign-out">
            <button className="item" type="submit" name="_action" value="sign out">
              <Icon name="leave" />
              {words.shell.signOut}
            </button>
          </ActionForm>
        </div>
      </details>
    )
  return signIn ? (
    <Link className="me" href={signIn.href}>
      <Icon name="person" />
      <span className="small">{signIn.label}</span>
    </Link>
  ) : null
}

function Look() {
  const page = usePage()
  const words = useMessages()
  const chosen = page.shell.look ?? 'system'
  return (
    <ActionForm className="look" action="/_look" data-look="">
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
    </ActionForm>
  )
}
