/** A form for a record: fields, computed facts, problems at the fields and in a summary. */

import {type MouseEvent, useEffect, useRef, useState} from 'react'
import {Summary, SummaryBrief} from '../../features/approvals/components/summary.tsx'
import {buttonClass} from '../../features/forms/components/action-button.tsx'
import {Conflict} from '../../features/forms/components/conflict.tsx'
import {withDraft} from '../../features/forms/components/draft-fields.ts'
import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {Fields} from '../../features/forms/components/fields.tsx'
import {DraftNotice, Form} from '../../features/forms/components/form.tsx'
import {useFormHint} from '../../features/forms/components/form-state.tsx'
import {LineItems} from '../../features/forms/components/line-items.tsx'
import {type Draft, useDraft} from '../../features/forms/components/use-draft.ts'
import {useFormPreview} from '../../features/forms/components/use-form-preview.ts'
import type {FormFieldData, FormScreenData, HintsData} from '../../features/forms/data.ts'
import {PeriodDates} from '../../features/planning/components/period-dates.tsx'
import {Breadcrumbs} from '../../web/components/breadcrumbs.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {useHotkeys} from '../../web/hooks/use-hotkeys.ts'
import {useHydrated} from '../../web/hooks/use-hydrated.ts'
import {SubmitButton} from '../../web/router/action-form.tsx'
import {Link} from '../../web/router/link.tsx'
import {useMessages, usePage, useRouter} from '../../web/router/router-provider.tsx'
import type {ScreenProps} from '../../web/screen.tsx'

/* Computed facts about what is filled in, before it is sent. */

/** `beside`: in a card of their own, which is not there until there is something to say. */
export function FormFacts({facts, beside = false}: {facts: HintsData['facts']; beside?: boolean}) {
  const hint = useFormHint()
  const said = facts.filter(({text}) => text !== '')
  const content = (
    <div className="form-facts" aria-live="polite">
      {said.length > 0 && (
        <dl className="hints">
          {said.map(({key, label, help, text}) => (
            <div key={key}>
              <dt title={help || undefined}>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {hint !== null && <p className="hint">{hint}</p>}
    </div>
  )
  if (!beside) return content
  return (
    <aside className="card form-aside" hidden={said.length === 0 && hint === null}>
      {content}
    </aside>
  )
}

/* Writes values into the controls of a form as if typed, including events. */

export function writeValues(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  const changed = Object.entries(values).flatMap(([name, text]) => write(form, name, text) ?? [])
  for (const control of changed) control.dispatchEvent(new Event('input', {bubbles: true}))
}

type WrittenControl = HTMLInputElement | HTMLSelectElement

const isControl = (each: unknown): each is WrittenControl =>
  each instanceof HTMLInputElement || each instanceof HTMLSelectElement

/** A checkbox follows a hidden `no` of the same name; of several radio buttons, the one with the value is chosen. */
function write(form: HTMLFormElement, name: string, text: string): WrittenControl | null {
  const found = form.elements.namedItem(name)
  const controls = (found instanceof RadioNodeList ? [...found] : [found]).filter(isControl)
  const control =
    controls.find(each => each.type === 'checkbox') ??
    controls.find(each => each.type === 'radio' && each.value === text) ??
    controls.at(-1)
  if (!control) return null
  if (control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio'))
    control.checked = text === control.value
  else control.value = text
  return control
}

export function FormScreen({data: fresh, heading = 'h1'}: ScreenProps<'form'>) {
  const router = useRouter()
  // Beside a list, the list is refreshed.
  useEffect(() => (heading === 'h1' ? router.keepInput() : undefined), [router, heading])
  const draft = useDraft({
    name: 'form',
    isKept: fresh.isSettings === undefined,
    fields: fresh.fields,
    lineItems: fresh.lineItems,
  })
  const {data, refusals, changes} = useSteadyData(fresh, draft.dirty)
  const preview = useFormPreview(draft.form, {hints: data.hints, dirty: draft.dirty})
  // Refused input comes back with everything that was sent.
  const restored = refusals > 0 ? null : draft.restored
  const generation = `${draft.generation} ${changes}`
  const fields = withNotes(withDraft(data.fields, restored), preview.latest)
  const differing = new Set(data.conflict?.fields.map(({name}) => name))
  const rest = fields.filter(({name}) => !differing.has(name) && !preview.latest?.without?.includes(name))
  const hasFacts = (data.hints?.facts.length ?? 0) > 0
  const summary = preview.latest?.summary ?? null
  const isWide = hasFacts || summary !== null
  const version = restored?.get('_version')?.at(-1) ?? data.version
  return (
    <>
      <Head data={data} draft={draft} heading={heading} />
      <Form
        draft={draft}
        isMain
        problems={data.problems}
        version={version}
        hints={preview.problems}
        onEdit={preview.changed}
        className={isWide ? 'form-page with-facts' : data.isSettings ? 'form-page settings' : 'form-page'}
      >
        <section className="card form">
          {data.conflict ? <Conflict conflict={data.conflict} fields={fields} /> : <FormErrors />}
          <AboutRecords data={data} />
          {data.facts && data.facts.length > 0 && (
            <dl className="hints">
              {data.facts.map(({label, text}) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
          {data.seen !== undefined && <input type="hidden" name="_seen" value={data.seen} />}
          {rest.length > 0 && (
            <Fields
              key={generation}
              fields={rest}
              Dates={PeriodDates}
              calendar={data.calendar}
              daysAt={preview.latest?.daysAt}
              onlyDays={summary?.series?.days}
              blocksDays={preview.latest?.blocksDays}
            />
          )}
          {data.lineItems.map(list => (
            <LineItems key={`${list.name} ${generation} ${refusals}`} list={list} draft={restored} />
          ))}
          {!isWide && <FormFacts facts={preview.facts} />}
          {!summary && <FormButtons data={data} draft={draft} />}
        </section>
        {summary && (
          <aside className="card form-aside">
            <Summary
              summary={summary}
              stale={preview.pending}
              onFix={values => draft.form.current && writeValues(draft.form.current, values)}
            />
            <div className="form-send">
              <SummaryBrief summary={summary} stale={preview.pending} />
              <FormButtons data={data} draft={draft} blocked={preview.pending ? null : summary.blocked} />
            </div>
          </aside>
        )}
        {hasFacts && !summary && <FormFacts facts={preview.facts} beside />}
      </Form>
    </>
  )
}

/** The records of a bulk action. */
function AboutRecords({data: {about, aboutMore, aboutText}}: {data: FormScreenData}) {
  const {lists} = useMessages()
  if (about.length === 0) return null
  return (
    <>
      {aboutText && <p>{aboutText}</p>}
      <ul className="about">
        {about.map(({id, name, when}) => (
          <li key={id}>{when === undefined ? name : `${name} · ${when}`}</li>
        ))}
        {aboutMore !== undefined && <li>{lists.andMore(aboutMore)}</li>}
      </ul>
    </>
  )
}

interface SteadyData {
  readonly data: FormScreenData
  /** The number of refusals. */
  readonly refusals: number
  /** How often the form restarted with other data. */
  readonly changes: number
}

/**
 * The form as it was opened: once something is typed, a background refresh changes nothing in it, neither its rows nor its version, so that saving
 * still detects changes by others. A response to the form itself is always shown.
 */
function useSteadyData(fresh: FormScreenData, dirty: boolean): SteadyData {
  const {status} = usePage()
  const [previous, setPrevious] = useState(fresh)
  const [steady, setSteady] = useState<SteadyData>({data: fresh, refusals: 0, changes: 0})
  if (fresh !== previous) {
    setPrevious(fresh)
    if (status >= 400) setSteady({...steady, data: fresh, refusals: steady.refusals + 1})
    else if (!dirty && JSON.stringify(fresh) !== JSON.stringify(steady.data))
      setSteady({...steady, data: fresh, changes: steady.changes + 1})
  }
  return steady
}

/** Facts about the options in the last response. Those with which the form would be rejected come last. */
function withNotes(fields: readonly FormFieldData[], hints: HintsData | null): readonly FormFieldData[] {
  const notes = hints?.notes
  if (!notes) return fields
  return fields.map(field => {
    const own = notes[field.name]
    const options =
      own &&
      field.options?.map(option => {
        const note = own[option.value] ?? ''
        const refused = hints.refused?.[field.name]?.includes(option.value) ?? false
        return {...option, note, refused, ...(field.noted && note !== '' && {plain: `${option.label} – ${note}`})}
      })
    return options
      ? {...field, options: options.toSorted((one, other) => Number(one.refused) - Number(other.refused))}
      : field
  })
}

interface FormButtonsProps {
  readonly data: FormScreenData
  readonly draft: Draft
  /** Why the first action would be refused; it can still be pressed, and then says so. */
  readonly blocked?: string | null
}

function FormButtons({data, draft, blocked = null}: FormButtonsProps) {
  const {forms, shell} = useMessages()
  const hydrated = useHydrated()
  const [isReasonShown, setReasonShown] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  // Also before a field has the focus; within the form, the form hears the keys itself.
  useHotkeys(data.hints?.summary ? {'mod+enter': () => first.current?.click()} : {})
  const showReason = (event: MouseEvent) => {
    event.preventDefault()
    setReasonShown(true)
  }
  return (
    <div className="buttons">
      {data.actions.map(({name, label, tone}, index) => (
        <SubmitButton
          key={name}
          ref={index === 0 ? first : undefined}
          className={buttonClass(tone)}
          name="_action"
          value={name}
          {...(index === 0 && {'aria-keyshortcuts': 'Control+Enter Meta+Enter'})}
          // Without JavaScript the server decides.
          {...(blocked !== null &&
            hydrated &&
            index === 0 && {'aria-disabled': true, 'aria-describedby': 'form-blocked', onClick: showReason})}
        >
          {label}
          {index === 0 && hydrated && data.hints?.summary && (
            <span className="keys" aria-hidden="true">
              {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : shell.control} ↵
            </span>
          )}
        </SubmitButton>
      ))}
      {blocked !== null && (
        <span id="form-blocked" hidden>
          {blocked}
        </span>
      )}
      {/* Announced when the action is tried, so it is empty until then. */}
      <p className={blocked !== null && isReasonShown ? 'hint' : 'sr-only'} role="status">
        {isReasonShown && blocked}
      </p>
      {data.hints?.summary && data.hints.summary.check !== '' && (
        <button type="submit" className="button plain-only" name="_action" value="_check">
          {data.hints.summary.check}
        </button>
      )}
      <Link className="button ghost" href={data.cancel} onClick={draft.drop}>
        {data.actions.length === 0 ? shell.close : forms.dismiss(data.actions[0]?.label ?? '')}
      </Link>
    </div>
  )
}

function Head({data, draft, heading: Heading}: {data: FormScreenData; draft: Draft; heading: 'h1' | 'h2'}) {
  return (
    <>
      <PageHead inPanel={Heading === 'h2'}>
        <div>
          {Heading === 'h1' && <Breadcrumbs back={data.back} />}
          <Heading tabIndex={-1} data-autofocus={Heading === 'h2' ? '' : undefined}>
            {data.heading}
          </Heading>
        </div>
        {(data.fields.length > 0 || data.lineItems.length > 0) && <DraftNotice draft={draft} />}
      </PageHead>
      {data.intro !== '' && <p className="subtle">{data.intro}</p>}
      <Prose html={data.html} />
    </>
  )
}
