/** Opens an account. */
import {ActionForm, href, Link, type ScreenProps} from 'nonet/screen'
import {Problems} from './Problems'

export default function SignUp({actions: {join}}: ScreenProps<'Sign up'>) {
  return (
    <div className="auth-page">
      <div className="container page narrow">
        <h1>Sign up</h1>
        <p>
          <Link href={href('Sign in')}>Have an account?</Link>
        </p>
        <ActionForm action={join}>
          {({defaultOf, problems}) => (
            <>
              <Problems of={problems} />
              <input
                className="form-control form-control-lg"
                name="username"
                required
                autoComplete="nickname"
                aria-label="Username"
                placeholder="Username"
                defaultValue={defaultOf('username')}
              />
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
                autoComplete="new-password"
                aria-label="Password"
                placeholder="Password"
              />
              <button type="submit" className="btn btn-lg btn-primary">
                Sign up
              </button>
            </>
          )}
        </ActionForm>
      </div>
    </div>
  )
}
