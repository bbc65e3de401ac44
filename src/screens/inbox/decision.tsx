/** The record to decide on, and the form: one for all actions, each with a key. */

import {Fragment, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState} from 'react'
import {flushSync} from 'react-dom'
import {Reasons} from '../../features/approvals/components/reasons.tsx'
import type {DecisionAction, DecisionData} from '../../features/approvals/data.ts'
import {buttonClass} from '../../features/forms/components/action-button.tsx'
import {isSameAs} from '../../features/forms/components/draft-fields.ts'
import {FormErrors} from '../../features/forms/components/error-summary.tsx'
import {DraftNotice, Form, FormFields} from '../../features/forms/components/form.tsx'
import {useDraft} from '../../features/forms/components/use-draft.ts'
import type {FormFieldData} from '../../features/forms/data.ts'
import {Avatar} from '../../web/components/avatar.tsx'
import {useCommand} from '../../web/components/command-palette/commands.tsx'
import {Icon} from '../../web/components/icon.tsx'
import {Name} from '../../web/components/name.tsx'
import {formValues} from '../../web/hooks/draft-storage.ts'
import {useHotkeys} from '../../web/hooks/use-hotkeys.ts'
import {useRootClass} from '../../web/hooks/use-root-class.ts'
import {SubmitButton} from '../../web/router/action-form.tsx'
import {isPlainClick, Link, type LinkProps} from '../../web/router/link.tsx'
import {useMessages, usePage, useRouter} from '../../web/router/router-provider.tsx'
import type {InboxData} from './data.ts'

/* Opens another record beside the list, which stays in place. A phone shows the record instead of the list, as another page. */

/** As in the screen's stylesheet. */
const besideQuery = '(min-width: 60rem)'

export function useOpen(): (href: string) => void {
  const router = useRouter()
  return href => router.navigate(href, {keepPlace: matchMedia(besideQuery).matches})
}

export function DecisionLink(props: LinkProps) {
  const router = useRouter()
  const open = useOpen()
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event) || !router.enabled) return
    event.preventDefault()
    open(props.href)
  }
  return <Link {...props} onClick={click} />
}

interface DecisionProps {
  readonly data: InboxData
  readonly decision: DecisionData
}

interface ShownDecisionProps extends DecisionProps {
  /** The decision is pending. */
  readonly onDecide: () => void
  readonly left: boolean
  /** All waiting records are in this state, which then says nothing about one of them. */
  readonly sameState: boolean
}

export function Decision({data, decision, onDecide, left, sameState}: ShownDecisionProps) {
  const {inbox} = useMessages()
  const isShown = (index: number) => !sameState || decision.fields[index]?.display !== 'state'
  const facts = {
    fields: decision.fields.filter((_, index) => isShown(index)),
    cells: decision.cells.filter((_, index) => isShown(index)),
  }
  return (
    <section
      className={left ? 'decision leaving' : 'decision'}
      aria-labelledby="decision-name"
      aria-busy={left || undefined}
    >
      <Head data={data} decision={decision} />
      <Reasons reasons={decision} facts={facts} />
      {decision.actions.length > 0 ? (
        <DecisionForm data={data} decision={decision} onDecide={onDecide} />
      ) : (
        <p className="decide muted">
          {inbox.gone}
          {decision.position === null && decision.next && (
            <DecisionLink className="button" href={decision.next} aria-keyshortcuts="J">
              {inbox.next} <kbd>J</kbd>
            </DecisionLink>
          )}
        </p>
      )}
    </section>
  )
}

function Head({data, decision}: DecisionProps) {
  const {inbox} = useMessages()
  // After a decision the next record is announced.
  const {done} = usePage()
  const {person, position, previous, next, href} = decision
  const whole = 'exact' in data.count ? data.count.exact : data.records.length
  // On a phone, where the first record is a card above the others.
  const opens = data.opened ? null : data.records.find(({id}) => id === decision.id)?.href
  return (
    <div className="head">
      {person && <Avatar id={person.id} name={person.name} />}
      <div>
        <Link className="back" href={data.back}>
          {inbox.back}
        </Link>
        <h2 id="decision-name" tabIndex={-1} data-autofocus={data.opened || done ? '' : undefined}>
          <Name name={decision.name} />
        </h2>
      </div>
      <div className="buttons">
        {position !== null && <span className="muted small">{inbox.position(position, whole)}</span>}
        {previous && (
          <DecisionLink className="button icon" href={previous} aria-label={inbox.previous} aria-keyshortcuts="K">
            <Icon name="up" />
          </DecisionLink>
        )}
        {next && (
          <DecisionLink className="button icon" href={next} aria-label={inbox.next} aria-keyshortcuts="J">
            <Icon name="down" />
          </DecisionLink>
        )}
        {opens && (
          <DecisionLink className="button details" href={opens}>
            {inbox.details}
          </DecisionLink>
        )}
        {href && (
          <Link className="button to-page" href={href}>
            {inbox.open}
          </Link>
        )}
      </div>
    </div>
  )
}

/**
 * One form for all actions: each gets its own input. A message is only sent with the decision that was chosen for it: a
 * decision that requires one is chosen first, which shows the message, and then sent.
 */
function DecisionForm({data, decision, onDecide}: DecisionProps & Pick<ShownDecisionProps, 'onDecide'>) {
  const {shell} = useMessages()
  const {id, version, actions} = decision
  const inputs = sharedInputs(decision)
  const draft = useDraft({name: `decide-${id}`, fields: inputs})
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const [chosenName, setChosen] = useState<string | null>(null)
  // Someone else may have made it impossible.
  const chosen = actions.find(({name}) => name === chosenName) ?? null
  const only = actions.length === 1 ? actions[0] : undefined
  const typed = () => draft.form.current !== null && !isSameAs(inputs, formValues(draft.form.current))
  const missing = (action: DecisionAction | undefined) =>
    action?.inputs.find(({required, name}) => required && controlOf(draft.form.current, name)?.value === '')
  const choose = (name: string) => {
    // The message is shown before it gets the focus.
    flushSync(() => setChosen(name))
    const action = actions.find(each => each.name === name)
    const input = missing(action) ?? action?.inputs[0] ?? inputs[0]
    if (input) controlOf(draft.form.current, input.name)?.focus()
  }
  // Where the person was typing: anywhere else, the next letters would be keys, such as A for Approve.
  const refused = data.problems.find(({field}) => field !== null)?.field ?? null
  useEffect(() => {
    if (data.problems.length > 0 && refused !== null) controlOf(draft.form.current, refused)?.focus()
  }, [data.problems, refused, draft.form])
  const press = (name: string) => {
    const action = actions.find(each => each.name === name)
    if (action?.refused) return
    const button = buttons.current.get(name)
    if (missing(action) || (typed() && name !== chosen?.name)) choose(name)
    else if (button) draft.form.current?.requestSubmit(button)
  }
  const click = (event: MouseEvent, action: DecisionAction) => {
    if (action.name === chosen?.name || (!missing(action) && !(chosen && typed()))) return
    event.preventDefault()
    choose(action.name)
  }
  const cancel = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !chosen) return
    setChosen(null)
    if (event.target instanceof HTMLElement) event.target.blur()
  }
  useHotkeys(
    Object.fromEntries(actions.flatMap(({name, hotkey}) => (hotkey === null ? [] : [[hotkey, () => press(name)]]))),
    {first: true},
  )
  const sendKeys = `${shell.control} ↵`
  useRootClass('deciding')
  return (
    <Form
      className={chosen ? 'form decide choosing' : 'form decide'}
      draft={draft}
      problems={data.problems}
      version={version}
      sending={{optimistic: onDecide, onKeyDown: cancel}}
    >
      <DefaultButton action={chosen ?? only ?? null} />
      <input type="hidden" name="_record" value={id} />
      <FormErrors />
      <FormFields />
      <div className="buttons">
        {actions.map(action => (
          <Fragment key={action.name}>
            <PaletteEntry label={action.label} run={() => press(action.name)} />
            <SubmitButton
              ref={button => {
                if (button) buttons.current.set(action.name, button)
              }}
              className={chosen && chosen !== action ? 'button' : buttonClass(action.tone)}
              name="_action"
              value={action.name}
              disabled={action.refused}
              aria-keyshortcuts={action.hotkey?.toUpperCase()}
              aria-describedby={chosen === action ? 'decide-chosen' : undefined}
              onClick={event => click(event, action)}
            >
              {action.label}
              {action.hotkey !== null && (
                <span aria-hidden="true">
                  <kbd>{chosen === action ? sendKeys : action.hotkey.toUpperCase()}</kbd>
                </span>
              )}
            </SubmitButton>
          </Fragment>
        ))}
        {draft.restored && <DraftNotice draft={draft} />}
      </div>
      <p id="decide-chosen" className={chosen ? 'chosen subtle small' : 'sr-only'} role="status">
        {chosen && (
          <>
            {chosen.chosen} <span>{chosen.chosenKeys}</span>
          </>
        )}
      </p>
    </Form>
  )
}

/**
 * What Enter in a one-line field, and Ctrl+Enter, press: the chosen decision. Without one, several decisions are
 * possible, and the keys do nothing: a disabled first button prevents that the browser presses the next one.
 */
function DefaultButton({action}: {action: DecisionAction | null}) {
  return <button type="submit" hidden disabled={action === null} name="_action" value={action?.name} tabIndex={-1} />
}

function PaletteEntry({label, run}: {label: string; run: () => void}) {
  useCommand(label, run)
  return null
}

/** A field shared by several actions appears once; it is required if all of them require it, and otherwise says which one does. */
function sharedInputs({actions}: DecisionData): readonly FormFieldData[] {
  const fields = new Map<string, FormFieldData>()
  for (const {inputs} of actions)
    for (const field of inputs) {
      const known = fields.get(field.name)
      const values = known && known.values.length > 0 ? known.values : field.values
      fields.set(field.name, {...field, values, required: false})
    }
  return [...fields.values()].map(field => {
    const requiring = actions.filter(({inputs}) => inputs.some(each => each.name === field.name && each.required))
    const required = requiring.length === actions.length
    const requiredFor = requiring.map(({label}) => label).join(', ')
    return {...field, required, ...(required || requiredFor === '' ? {} : {requiredFor})}
  })
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function controlOf(form: HTMLFormElement | null, name: string): TextControl | null {
  const control = form?.elements.namedItem(name)
  const isText =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  return isText ? control : null
}
