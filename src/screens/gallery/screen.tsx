/** A gallery: a card for each record, with its picture, its name, two facts and its actions, which are plain forms. */
import {useOptimistic, useRef, useState} from 'react'
import {CardFacts} from '../../features/collections/components/card-facts.tsx'
import {EmptyList} from '../../features/collections/components/empty-list.tsx'
import {FilterBar} from '../../features/collections/components/filter-bar.tsx'
import {namedCount} from '../../features/collections/components/number-format.ts'
import {PageLinks} from '../../features/collections/components/page-links.tsx'
import {ErrorSummary} from '../../features/forms/components/error-summary.tsx'
import {initials} from '../../web/components/avatar.tsx'
import {Breadcrumbs} from '../../web/components/breadcrumbs.tsx'
import {CellText} from '../../web/components/cell.tsx'
import {IconPath} from '../../web/components/icon.tsx'
import {Name} from '../../web/components/name.tsx'
import {OptionalLink} from '../../web/components/optional-link.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../web/router/action-form.tsx'
import {problemsOfPage} from '../../web/router/client.ts'
import {Link} from '../../web/router/link.tsx'
import {useChangeMark, useLocale, useMessages, usePathname} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'
import type {ScreenProps} from '../../web/screen.tsx'
import type {CardAction, GalleryCard, GalleryData} from './data.ts'

export function GalleryScreen({data}: ScreenProps<'gallery'>) {
  const path = usePathname()
  const {filterBar, cards} = data
  return (
    <>
      <PageHead create={data.create}>
        <div>
          <Breadcrumbs back={data.back} />
          <h1 tabIndex={-1}>{data.heading}</h1>
        </div>
      </PageHead>
      <Prose html={data.html} />
      {(filterBar.filtered || cards.length > 0) && (
        <FilterBar filterBar={{...filterBar, filtered: filterBar.filtered && cards.length > 0}} withChips />
      )}
      <ErrorSummary problems={data.problems} />
      {cards.length === 0 ? (
        <EmptyList data={{...data, filtered: filterBar.filtered}} path={path} />
      ) : (
        <Cards data={data} />
      )}
    </>
  )
}

function Cards({data}: {data: GalleryData}) {
  const language = useLocale()
  // Reverted by React when the response arrives: done, or refused with its reason.
  const [cards, showAction] = useOptimistic(data.cards, withAction)
  return (
    <>
      <ul className="gallery">
        {cards.map(card => (
          <Card key={card.id} card={card} data={data} onAct={showAction} />
        ))}
      </ul>
      <div className="foot">
        <span>{namedCount(data, language)}</span>
        <PageLinks page={data.page} />
      </div>
    </>
  )
}

interface Acted {
  readonly id: string
  readonly action: CardAction
}

function withAction(cards: readonly GalleryCard[], {id, action}: Acted): readonly GalleryCard[] {
  const {to} = action
  return to ? cards.map(card => (card.id === id ? {...card, state: {text: to.label, value: to.word}} : card)) : cards
}

interface GalleryCardProps {
  readonly card: GalleryCard
  readonly data: GalleryData
  readonly onAct: (acted: Acted) => void
}

function Card({card, data, onAct}: GalleryCardProps) {
  const changeMark = useChangeMark()
  const link = useRef<HTMLAnchorElement>(null)
  const {state} = data
  return (
    <li className={['gallery-card', changeMark(card.id)].filter(Boolean).join(' ')}>
      <Picture card={card} />
      <div className="about">
        <h2>
          <OptionalLink ref={link} className="name" href={card.href}>
            <Name name={card.name} />
          </OptionalLink>
        </h2>
        {state && card.state && <CellText field={state} cell={card.state} />}
        <CardFacts fields={data.fields} cells={card.cells} />
        <Actions card={card} onAct={onAct} onLeft={() => link.current?.focus()} />
      </div>
    </li>
  )
}

/** Its name is beside it. Without a picture, it has the colour of the record, and its icon or initials. */
function Picture({card: {picture, mark, name}}: {card: GalleryCard}) {
  const hue = mark?.colour === undefined ? '' : ` hue hue-${mark.colour}`
  return (
    <div className={`picture${hue}`} aria-hidden="true">
      {picture !== null ? (
        <img src={picture} alt="" loading="lazy" decoding="async" />
      ) : mark?.icon !== undefined ? (
        <IconPath path={mark.icon} />
      ) : (
        initials(name)
      )}
    </div>
  )
}

interface ActionsProps {
  readonly card: GalleryCard
  readonly onAct: (acted: Acted) => void
  /** The button with the focus is gone. */
  readonly onLeft: () => void
}

function Actions({card, onAct, onLeft}: ActionsProps) {
  const {shell} = useMessages()
  const {id, name, version, offer} = card
  const [problems, setProblems] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const hadFocus = useRef(false)
  const show = (sent: FormData) => {
    const action = card.actions.find(each => each.name === sent.get('_action'))
    hadFocus.current = form.current?.contains(document.activeElement) ?? false
    if (action) onAct({id, action})
  }
  const told = (outcome: ActionOutcome) => {
    setProblems(outcome.kind === 'refused' ? problemsOfPage(outcome.page).map(({message}) => message) : [])
    if (hadFocus.current && document.activeElement === document.body) onLeft()
  }
  const links = card.actions.flatMap(action => (action.href === null ? [] : [{...action, href: action.href}]))
  const buttons = card.actions.filter(({href}) => href === null)
  if (!offer && card.actions.length === 0 && problems.length === 0) return null
  return (
    <div className="buttons">
      {offer && (
        <Link className="button" href={offer.href} aria-label={`${offer.label}: ${name}`}>
          {offer.label}
        </Link>
      )}
      {buttons.length > 0 && (
        <ActionForm ref={form} className="buttons" optimistic={show} refusedInPlace staysOnPage onOutcome={told}>
          <input type="hidden" name="_record" value={`${id}:${version}`} />
          <IdempotencyKey scope={id} />
          {buttons.map(action => (
            <SubmitButton
              key={action.name}
              className={action.tone === 'danger' ? 'button danger' : 'button'}
              name="_action"
              value={action.name}
              aria-label={`${action.label}: ${name}`}
            >
              {action.label}
            </SubmitButton>
          ))}
        </ActionForm>
      )}
      {links.map(action => (
        <Link
          key={action.name}
          className={action.tone === 'danger' ? 'button danger' : 'button'}
          href={action.href}
          aria-label={`${shell.asksMore(action.label)} ${name}`}
        >
          {shell.asksMore(action.label)}
        </Link>
      ))}
      {problems.length > 0 && (
        <p className="problem small" role="alert">
          {problems.join(' ')}
        </p>
      )}
    </div>
  )
}
