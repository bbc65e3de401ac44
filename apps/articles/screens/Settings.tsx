/** What others see of a person, and how the person signs in. */
import {ActionForm, type ScreenProps, SignOut} from 'nonet/screen'
import {Problems} from './Problems'

export default function Settings({data: {account}, actions: {save}}: ScreenProps<'Settings'>) {
  const {image, username, bio, email} = account
  return (
    <div className="settings-page">
      <div className="container page narrow">
        <h1>Your Settings</h1>
        <ActionForm
          action={save}
          record={account}
          initial={{image: image ?? '', username, bio: bio ?? '', email: email ?? ''}}
        >
          {({defaultOf, problems}) => (
            <>
              <Problems of={problems} />
              <input
                className="form-control"
                name="image"
                inputMode="url"
                aria-label="Address of a picture"
                placeholder="URL of profile picture"
                defaultValue={defaultOf('image')}
              />
              <input
                className="form-control form-control-lg"
                name="username"
                required
                autoComplete="nickname"
                aria-label="Username"
                placeholder="Your Name"
                defaultValue={defaultOf('username')}
              />
              <textarea
                className="form-control form-control-lg"
                name="bio"
                rows={8}
                aria-label="About you"
                placeholder="Short bio about you"
                defaultValue={defaultOf('bio')}
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
                autoComplete="new-password"
                aria-label="New password"
                placeholder="New Password"
              />
              <button type="submit" className="btn btn-lg btn-primary">
                Update Settings
              </button>
            </>
          )}
        </ActionForm>
        <hr />
        <SignOut to="/" className="btn btn-outline-danger">
          Or click here to logout.
        </SignOut>
      </div>
    </div>
  )
}
