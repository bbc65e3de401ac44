/** How an account is secured: its second factor, its passkeys, and the devices on which its person is signed in. */

import {PageHead} from '../../../web/components/top-bar.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {Link} from '../../../web/router/link.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import type {DeviceData, ProvidersData, SecurityData} from '../../data.ts'
import {AppSetup, Factor, RecoveryCodes} from './factor-section.tsx'
import {NewPasskey, Passkeys} from './passkey-section.tsx'

export function SecurityScreen({data}: ScreenProps<'security'>) {
  const {heading, intro, back, notice, refusal, factor, setup, passkeys, newPasskey, providers, codes, devices} = data
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{heading}</h1>
          <p>{intro}</p>
        </div>
        <div className="buttons">
          <Link className="button" href={back.href}>
            {back.label}
          </Link>
        </div>
      </PageHead>
      {notice !== null && (
        <p className="said" role="status">
          {notice}
        </p>
      )}
      {refusal !== undefined && (
        <p className="summary" role="alert">
          {refusal}
        </p>
      )}
      {setup && <AppSetup setup={setup} />}
      {newPasskey && <NewPasskey data={newPasskey} />}
      {!setup && !newPasskey && (
        <div className="account">
          {codes && <RecoveryCodes codes={codes} />}
          {factor && <Factor factor={factor} />}
          {passkeys && <Passkeys passkeys={passkeys} />}
          {providers && <Providers providers={providers} />}
          <Devices devices={devices} />
        </div>
      )}
    </>
  )
}

function Providers({providers: {heading, text, listed}}: {providers: ProvidersData}) {
  return (
    <section className="card form sessions" aria-labelledby="providers">
      <h2 id="providers">{heading}</h2>
      <p className="subtle">{text}</p>
      <ul>
        {listed.map(({key, label, fact, button}) => (
          <li key={key} className="again">
            <span>
              <b>{label}</b>
              <span className="small muted">{fact}</span>
            </span>
            <ActionForm>
              <input type="hidden" name="provider" value={key} />
              <SubmitButton className="button" name="_action" value={button.action} aria-label={button.label}>
                {button.text}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Devices({devices: {heading, intro, listed, onlyHere, signOutOthers}}: Pick<SecurityData, 'devices'>) {
  return (
    <section className="card form sessions" aria-labelledby="devices">
      <h2 id="devices">{heading}</h2>
      <p className="small muted">{intro}</p>
      <ul>
        {listed.map(device => (
          <Device key={device.key} device={device} />
        ))}
      </ul>
      {onlyHere !== null && <p className="small muted">{onlyHere}</p>}
      {signOutOthers !== null && (
        <ActionForm className="buttons">
          <SubmitButton className="button" name="_action" value="sign out others">
            {signOutOthers}
          </SubmitButton>
        </ActionForm>
      )}
    </section>
  )
}

function Device({device: {key, device, note, place, lastUsed, signOut}}: {device: DeviceData}) {
  return (
    <li className="again">
      <span>
        <b>{device}</b>
        <span className="small muted">
          {note !== null && `${note} · `}
          {place}
          {lastUsed && (
            <>
              {' · '}
              <time dateTime={lastUsed.at} title={lastUsed.exact}>
                {lastUsed.text}
              </time>
            </>
          )}
        </span>
      </span>
      {signOut && (
        <ActionForm>
          <input type="hidden" name="device" value={key} />
          <SubmitButton className="button" name="_action" value="sign out device" aria-label={signOut.label}>
            {signOut.text}
          </SubmitButton>
        </ActionForm>
      )}
    </li>
  )
}
