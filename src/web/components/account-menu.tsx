/** The signed-in person's menu: account, theme, sign out. */
import {memo} from 'react'
import {themes} from '../../engine/page/common.ts'
import {useTheme} from '../hooks/use-theme.ts'
import {ActionForm, SubmitButton} from '../router/action-form.tsx'
import {Link} from '../router/link.tsx'
import {useMessages, usePage, useShell} from '../router/router-provider.tsx'
import {Avatar} from './avatar.tsx'
import {Icon} from './icon.tsx'
import {Popover} from './popover.tsx'

export const AccountMenu = memo(() => {
  const {person, signIn} = useShell()
  const {shell: messages} = useMessages()
  if (!person)
    return signIn ? (
      <Link className="me" href={signIn.href}>
        <Icon name="person" />
        <span className="small">{signIn.label}</span>
      </Link>
    ) : null
  return (
    <Popover
      buttonClass="me"
      className="account-menu"
      button={
        <>
          <Avatar id={person.id} name={person.name} />
          <span className="small">
            <b>{person.name}</b>
            <span className="muted">{person.is}</span>
          </span>
          <Icon name="more" />
        </>
      }
    >
      <p className="small muted">
        <b>{person.name}</b>
        {person.is}
      </p>
      <Link className="item" href={person.href}>
        <Icon name="person" />
        {messages.account}
      </Link>
      <ThemeSwitcher />
      <ActionForm action="/sign-out">
        <SubmitButton className="item" name="_action" value="sign out">
          <Icon name="leave" />
          {messages.signOut}
        </SubmitButton>
      </ActionForm>
    </Popover>
  )
})

/** Changes the theme immediately; without JavaScript, a form that leads back here. */
function ThemeSwitcher() {
  const {url} = usePage()
  const {shell: messages} = useMessages()
  const {theme, setTheme} = useTheme()
  return (
    <ActionForm className="theme" action="/_theme" onSubmit={event => event.preventDefault()}>
      <input type="hidden" name="return" value={url} />
      <fieldset>
        <legend className="small muted">{messages.theme}</legend>
        {themes.map(each => (
          <button
            key={each}
            type="submit"
            name="_action"
            value={each}
            aria-pressed={each === theme}
            onClick={() => setTheme(each)}
          >
            <Icon name={each} />
            {messages.themes[each]}
          </button>
        ))}
      </fieldset>
    </ActionForm>
  )
}
