/** What is said about time that is being chosen: to screen readers, and in the offer to create a record in it. */
import type {RefObject} from 'react'
import {useDateLocale, useLocale, useMessages, usePage} from '../../../web/router/router-provider.tsx'
import type {CreateData} from '../period-data.ts'
import {type ChosenTime, chosenText, createHref, lengthText} from './chosen-time.ts'
import {CreateOffer} from './popovers.tsx'
import type {PlanDraft} from './use-plan-draft.ts'

type AnyDraft = PlanDraft<unknown, unknown>

interface DraftStatusProps {
  readonly draft: AnyDraft | null
  readonly when: string | null
  /** What it overlaps. */
  readonly clash?: string | null
}

export function DraftStatus({draft, when, clash = null}: DraftStatusProps) {
  const {calendars} = useMessages()
  return (
    <p className="sr-only" role="status">
      {draft && when && (draft.move ? calendars.moveTo(when) : when)}
      {clash !== null && ` ${clash}`}
    </p>
  )
}

interface DraftOfferProps {
  readonly draft: AnyDraft
  readonly time: ChosenTime
  /** Where it is drawn. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly create: CreateData | null
  /** Its name is said unless it is the viewer's own. */
  readonly row?: {readonly id: string; readonly name: string | null}
  /** Its working days. */
  readonly days: number
  readonly overlaps?: readonly string[]
  readonly onClose: () => void
}

/** Once the pointer is released. */
export function DraftOffer(props: DraftOfferProps) {
  const {draft, time, anchor, create, row = {id: '', name: null}, days, overlaps = [], onClose} = props
  const [language, dateLocale] = [useLocale(), useDateLocale()]
  const {url} = usePage()
  if (draft.move || draft.held || create === null) return null
  return (
    <CreateOffer
      key={`${time.from} ${time.to}`}
      anchor={anchor}
      create={create}
      href={createHref(create, time, {row: row.id, url})}
      when={chosenText(time, dateLocale)}
      length={lengthText(time, language, days)}
      row={row.name}
      overlaps={overlaps}
      focused={!draft.byKeys}
      onClose={onClose}
    />
  )
}
