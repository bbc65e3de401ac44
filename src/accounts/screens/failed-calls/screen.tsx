/** Failed outgoing calls: the reason, and what can be done. */

import {OptionalLink} from '../../../web/components/optional-link.tsx'
import {PageHead} from '../../../web/components/top-bar.tsx'
import {ActionForm, SubmitButton} from '../../../web/router/action-form.tsx'
import type {ScreenProps} from '../../../web/screen.tsx'
import type {FailedCallData} from '../../data.ts'

export function FailedCallsScreen({data}: ScreenProps<'failed-calls'>) {
  const {heading, intro, notice, none, groups, retryAll} = data
  return (
    <>
      <PageHead>
        <div>
          <h1 tabIndex={-1}>{heading}</h1>
          <p>{intro}</p>
        </div>
        {retryAll !== null && (
          <ActionForm className="buttons">
            <SubmitButton className="button" name="_action" value="retry all">
              {retryAll}
            </SubmitButton>
          </ActionForm>
        )}
      </PageHead>
      {notice !== null && (
        <p className="said" role="status">
          {notice}
        </p>
      )}
      {groups.length === 0 && <p className="card subtle">{none}</p>}
      {groups.map(group => (
        <section className="card form sessions" key={group.heading}>
          <h2>{group.heading}</h2>
          <ul>
            {group.calls.map(call => (
              <FailedCall call={call} key={call.id} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function FailedCall({call: {id, name, record, reason, facts, retry, discard}}: {call: FailedCallData}) {
  return (
    <li className="again">
      <span>
        <b>{name}</b>
        {record && <OptionalLink href={record.href}>{record.name}</OptionalLink>}
        <span>{reason}</span>
        <span className="small muted">{facts}</span>
      </span>
      <ActionForm className="buttons">
        <input type="hidden" name="id" value={id} />
        <SubmitButton className="button" name="_action" value="retry" aria-label={retry.label}>
          {retry.text}
        </SubmitButton>
        <SubmitButton className="button" name="_action" value="discard" aria-label={discard.label}>
          {discard.text}
        </SubmitButton>
      </ActionForm>
    </li>
  )
}
