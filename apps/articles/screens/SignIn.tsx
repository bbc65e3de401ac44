/** Signs in. */
import {ActionForm, href, Link, type ScreenProps} from 'nonet/screen'
import {Problems} from './Problems'

export default function SignIn({actions: {enter}}: ScreenProps<'Sign in'>) {
  return (
    <div className="auth-page">
      <div className="container page narrow">
        <h1>Sign in</h1>
        <p>
          <Link href={href('Sign up')}>Need an account?</Link>
        </p>
        <ActionForm action={enter}>
          {({defaultOf, problems}) => (
            <>
              <Problems of={problems} />
              <input
                className="form-control form-control-lg"
                type="email"
                name="email"
                required
                autoComplete="username"
                aria-label="Email"
                placeholder="Email"
                defaultValue={defaultOf('email')}
              />
              <input
                className="form-control form-control-lg"
                type="password"
                name="password"
                required
                autoComplete="current-password"
                aria-label="Password"
                placeholder="Password"
              />
              <button type="submit" className="btn btn-lg btn-primary">
                Sign in
              </button>
            </>
          )}
        </ActionForm>
        <ul className="other-ways">
          {enter.links.map(link => (
            <li key={link.href}>
              <Link href={link.href}>{link.label}</Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
