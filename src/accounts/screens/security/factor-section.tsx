/** The second factor on the security page. */
import {ErrorSummary} from '../../../features/forms/components/error-summary.tsx'
import {PlainFields} from '../../../features/forms/components/plain-fields.tsx'
import {useCopy} from '../../../web/hooks/use-copy.ts'
import {useHydrated} from '../../../web/hooks/use-hydrated.ts'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import type {AppSetupData, FactorData, RecoveryCodesData} from '../../data.ts'

export function Factor({factor: {heading, texts, buttons}}: {factor: FactorData}) {
  return (
    <section className="card form" aria-labelledby="factor">
      <h2 id="factor">{heading}</h2>
      {texts.map(text => (
        <p key={text} className="subtle">
          {text}
        </p>
      ))}
      <ActionForm className="buttons">
        {buttons.map(({action, label, isMain}) => (
          <SubmitButton key={action} className={isMain ? 'button primary' : 'button'} name="_action" value={action}>
            {label}
          </SubmitButton>
        ))}
      </ActionForm>
    </section>
  )
}

/** Printed pixels of the code: large enough for a camera in front of a screen. */
const qrSize = 232

export function AppSetup({setup: {steps, qr, open, secret, form}}: {setup: AppSetupData}) {
  return (
    <ActionForm className="card form">
      <ErrorSummary problems={form.problems} />
      <ol className="steps">
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <svg
        role="img"
        aria-label={qr.label}
        width={qrSize}
        height={qrSize}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p>
        <a href={open.href}>{open.label}</a>
      </p>
      <p>
        {secret.label} <code>{secret.text}</code>
      </p>
      <PlainFields fields={form.fields} problems={form.problems} />
      <div className="buttons">
        <SubmitButton className="button primary" name="_action" value={form.action}>
          {form.label}
        </SubmitButton>
      </div>
    </ActionForm>
  )
}

export function RecoveryCodes({codes: {heading, text, listed, copy, copied, print}}: {codes: RecoveryCodesData}) {
  const hydrated = useHydrated()
  const {done, copy: copyCodes} = useCopy(listed.join('\n'))
  return (
    <section className="card form" role="status" aria-labelledby="codes">
      <h2 id="codes">{heading}</h2>
      <p>{text}</p>
      <ul className="recovery">
        {listed.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {hydrated && (
        <div className="buttons">
          <button type="button" className="button" onClick={() => void copyCodes()}>
            {done ? copied : copy}
          </button>
          <button type="button" className="button" onClick={() => window.print()}>
            {print}
          </button>
        </div>
      )}
    </section>
  )
}
