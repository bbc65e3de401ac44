/**
 * A board: cards in columns. Moving a card is a plain form in its menu; dragging sends the same form. A moved card appears in its new column
 * immediately.
 */

import {type RefObject, useEffect, useEffectEvent, useLayoutEffect, useOptimistic, useRef, useState} from 'react'
import type {Problem} from '../../engine/page/common.ts'
import {CardFacts} from '../../features/collections/components/card-facts.tsx'
import {FilterBar} from '../../features/collections/components/filter-bar.tsx'
import {countText, numberText} from '../../features/collections/components/number-format.ts'
import {ErrorSummary} from '../../features/forms/components/error-summary.tsx'
import {Legend} from '../../features/planning/components/legend.tsx'
import {Name} from '../../web/components/name.tsx'
import {OptionalLink} from '../../web/components/optional-link.tsx'
import {Prose} from '../../web/components/prose.tsx'
import {PageHead} from '../../web/components/top-bar.tsx'
import {ActionForm, IdempotencyKey, SubmitButton} from '../../web/router/action-form.tsx'
import {problemsOfPage} from '../../web/router/client.ts'
import {Link} from '../../web/router/link.tsx'
import {useChangeMark, useLocale, useMessages, usePage} from '../../web/router/router-provider.tsx'
import type {ActionOutcome} from '../../web/router/types.ts'
import type {ScreenProps} from '../../web/screen.tsx'
import type {BoardCard, BoardColumn, BoardData} from './data.ts'
import {useCardDrag, useColumnDrop} from './use-board-drag.ts'

export function BoardScreen({data}: ScreenProps<'board'>) {
  const messages = useMessages()
  // Reverted by React when the response arrives: done, or refused with its reason.
  const [columns, showMove] = useOptimistic(data.columns, withMove)
  const refused = useMoveRefusal(data.problems)
  const withFocus = useRef<string>(null)
  const moving: CardMoves = {show: showMove, answered: refused.answered, withFocus}
  return (
    <>
      <PageHead create={data.create}>
        <div>
          <h1 tabIndex={-1}>{data.heading}</h1>
        </div>
      </PageHead>
      <Prose html={data.html} />
      <ErrorSummary ref={refused.summary} problems={refused.problems} heading={messages.boards.notMoved} />
      <FilterBar filterBar={data.filterBar} />
      {data.empty !== null && (
        <p className="muted">{data.filterBar.filtered ? messages.lists.nothingFound : data.empty}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <section className="sideways" aria-label={data.heading} tabIndex={0}>
        <div className={`board of-${data.columns.length}`}>
          {columns.map(column => (
            <Column key={column.value} column={column} data={data} moving={moving} />
          ))}
        </div>
      </section>
      <Legend legend={data.legend} />
    </>
  )
}

interface MoveRefusal {
  readonly problems: readonly Problem[]
  readonly summary: RefObject<HTMLDivElement | null>
  readonly answered: (outcome: ActionOutcome) => void
}

/** The page stays, with its scroll positions: a refusal is shown above it until the next move, and takes the focus. */
function useMoveRefusal(ofPage: readonly Problem[]): MoveRefusal {
  const {url} = usePage()
  const [last, setLast] = useState<{readonly url: string; readonly problems: readonly Problem[]} | null>(null)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (last) summary.current?.focus()
  }, [last])
  return {
    problems: last?.url === url ? last.problems : ofPage,
    summary,
    answered: outcome => setLast(outcome.kind === 'refused' ? {url, problems: problemsOfPage(outcome.page)} : null),
  }
}

interface CardMoves {
  readonly show: (move: Move) => void
  readonly answered: (outcome: ActionOutcome) => void
  /** The card that had the focus when it was moved: it is rendered again in its new column. */
  readonly withFocus: RefObject<string | null>
}

interface Move {
  readonly id: string
  /** The target column of the card. */
  readonly to: string
}

/** The columns after a card was moved. Until the server has responded, it cannot be moved again. */
function withMove(columns: readonly BoardColumn[], {id, to}: Move): readonly BoardColumn[] {
  const card = columns.flatMap(({cards}) => cards).find(each => each.id === id)
  if (!card) return columns
  return columns.map(column => {
    if (column.value === to)
      return {...column, count: changedBy(1, column.count), cards: [{...card, moves: []}, ...column.cards]}
    if (!column.cards.includes(card)) return column
    return {...column, count: changedBy(-1, column.count), cards: column.cards.filter(each => each !== card)}
  })
}

function changedBy(by: 1 | -1, count: BoardColumn['count']): BoardColumn['count'] {
  return 'exact' in count ? {exact: count.exact + by} : count
}

interface ColumnProps {
  readonly column: BoardColumn
  readonly data: BoardData
  readonly moving: CardMoves
}

function Column({column, data, moving}: ColumnProps) {
  const language = useLocale()
  const {boards: messages} = useMessages()
  const {ref, state} = useColumnDrop(column.value)
  return (
    <section
      ref={ref}
      className={['column', state, column.cards.length === 0 && data.empty === null && 'none']
        .filter(Boolean)
        .join(' ')}
      aria-label={column.label}
    >
      <h2>
        <span className={`state ${column.tone}`}>{column.label}</span>
        <span className="tally">{countText(column.count, language)}</span>
      </h2>
      {column.cards.length === 0 && data.empty === null && <p className="muted small">{messages.nothing}</p>}
      <ul>
        {column.cards.map(card => (
          <Card key={card.id} card={card} data={data} moving={moving} />
        ))}
      </ul>
      <More column={column} />
    </section>
  )
}

interface CardProps {
  readonly card: BoardCard
  readonly data: BoardData
  readonly moving: CardMoves
}

/** Dropping it on another column submits its form with the button for that column. */
function Card({card, data, moving}: CardProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const followFocus = useEffectEvent(() => {
    if (moving.withFocus.current === card.id && document.activeElement === document.body) link.current?.focus()
  })
  useLayoutEffect(() => followFocus(), [])
  const form = useRef<HTMLFormElement>(null)
  const drop = (column: string) => {
    const move = card.moves.find(({to}) => to === column)
    const isForMove = (each: Element) => each instanceof HTMLButtonElement && each.value === move?.name
    const button = [...(form.current?.elements ?? [])].find(isForMove)
    if (button instanceof HTMLButtonElement) form.current?.requestSubmit(button)
  }
  const changeMark = useChangeMark()
  const {ref, dragging} = useCardDrag({columns: card.moves.map(({to}) => to), drop})
  const colour = card.tone !== '' && `coloured ${card.tone}`
  const classes = ['board-card', colour, dragging && 'lifted', changeMark(card.id)]
  return (
    <li ref={ref} className={classes.filter(Boolean).join(' ')}>
      <OptionalLink ref={link} className="name" href={card.href} draggable={false}>
        <Name name={card.name} />
      </OptionalLink>
      <CardFacts fields={data.fields} cells={card.cells} />
      {card.moves.length > 0 && <Moves ref={form} card={card} data={data} moving={moving} />}
    </li>
  )
}

/** A menu that opens without JavaScript; each button is one move. */
function Moves({card, data, moving, ref}: CardProps & {readonly ref: RefObject<HTMLFormElement | null>}) {
  const {boards: messages, shell} = useMessages()
  const sentAs = data.sets ?? '_action'
  const show = (form: FormData) => {
    const move = card.moves.find(({name}) => name === form.get(sentAs))
    // An action that needs input leads to the record's page.
    if (!move || move.needsInput) return
    moving.withFocus.current = ref.current?.contains(document.activeElement) ? card.id : null
    moving.show({id: card.id, to: move.to})
  }
  const labelOf = (word: string) => data.columns.find(column => column.value === word)?.label ?? word
  return (
    <details className="move" name="move">
      <summary>
        <span aria-hidden="true">{messages.move}</span>
        <span className="sr-only">{messages.moveCard(card.name)}</span>
      </summary>
      <ActionForm ref={ref} optimistic={show} refusedInPlace staysOnPage onOutcome={moving.answered}>
        <input type="hidden" name="_record" value={card.id} />
        <input type="hidden" name="_version" value={card.version} />
        <IdempotencyKey scope={card.id} />
        {data.sets !== null && <input type="hidden" name="_action" value="update" />}
        {card.moves.map(({name, label, to, needsInput}) => (
          <SubmitButton key={name} className="button ghost" name={sentAs} value={name}>
            {data.sets !== null ? labelOf(to) : needsInput ? shell.asksMore(label) : label}
          </SubmitButton>
        ))}
      </ActionForm>
    </details>
  )
}

function More({column}: {column: BoardColumn}) {
  const language = useLocale()
  const messages = useMessages()
  if (column.more === null) return null
  const {count, href} = column.more
  const text = count === null ? messages.boards.more : messages.boards.andMore(numberText(count, language))
  return (
    <p className="small">{href === null ? <span className="muted">{text}</span> : <Link href={href}>{text}</Link>}</p>
  )
}
