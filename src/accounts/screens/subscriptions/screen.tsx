/** A person's subscriptions: the address of a new one, and the existing ones. */

import {LabelledField} from '../../../features/forms/components/labelled-field.tsx'
import {PageHead} from '../../../web/components/top-bar.tsx'
import {useCopy} from '../../../web/hooks/use-copy.ts'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import {Link} from '../../../web/router/link.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import type {NewSubscription, SubscriptionData, SubscriptionOffer} from '../../data.ts'

export function SubscriptionsScreen({data}: ScreenProps<'subscriptions'>) {
  const {heading, intro, notice, offer, made, existing, others} = data
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{heading}</h1>
          <p>{intro}</p>
        </div>
      </PageHead>
      {notice !== null && (
        <p className="said" role="status">
          {notice}
        </p>
      )}
      <div className="account">
        {made && <Made made={made} />}
        {offer && <Offer offer={offer} />}
        <section className="card form sessions">
          <h2>{existing.heading}</h2>
          {existing.listed.length === 0 && <p className="subtle">{existing.none}</p>}
          <ul>
            {existing.listed.map(each => (
              <Subscription key={each.id} subscription={each} />
            ))}
          </ul>
        </section>
        {others.links.length > 0 && (
          <section className="card form sessions">
            <h2>{others.heading}</h2>
            <ul>
              {others.links.map(({label, href}) => (
                <li key={href}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

function Made({made: {text, label, address, open, secret, copy, copied}}: {made: NewSubscription}) {
  const hydrated = useHydrated()
  const {field, done, copy: copyAddress} = useCopy(address)
  return (
    <section className="card form" role="status">
      <p>{text}</p>
      <LabelledField id="address" label={label} help={secret}>
        {attributes => (
          <input
            {...attributes}
            ref={field}
            className="input"
            readOnly
            defaultValue={address}
            onFocus={event => event.currentTarget.select()}
          />
        )}
      </LabelledField>
      <div className="buttons">
        {open && (
          <a className="button primary" href={open.href}>
            {open.label}
          </a>
        )}
        {hydrated && (
          <button type="button" className="button" onClick={() => void copyAddress()}>
            {done ? copied : copy}
          </button>
        )}
      </div>
    </section>
  )
}

function Offer({offer: {heading, page, note, formatLabel, formats, action}}: {offer: SubscriptionOffer}) {
  return (
    <ActionForm className="card form">
      <h2>{heading}</h2>
      {note !== null && <p className="subtle">{note}</p>}
      <input type="hidden" name="page" value={page} />
      {formats.length === 1 ? (
        <input type="hidden" name="format" value={formats[0]?.value} />
      ) : (
        <LabelledField id="format" label={formatLabel}>
          {attributes => (
            <select {...attributes} name="format">
              {formats.map(({value, label}) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <div className="buttons">
        <SubmitButton className="button primary" name="_action" value="subscribe">
          {action}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

function Subscription({subscription: {id, name, href, facts, revoke}}: {subscription: SubscriptionData}) {
  return (
    <li className="again">
      <span>
        <b>
          <Link href={href}>{name}</Link>
        </b>
        <span className="small muted">{facts}</span>
      </span>
      <ActionForm>
        <input type="hidden" name="id" value={id} />
        <SubmitButton className="button" name="_action" value="revoke" aria-label={revoke.label}>
          {revoke.text}
        </SubmitButton>
      </ActionForm>
    </li>
  )
}
