/** A board: cards in columns. Moving a card is a plain form in its menu; dragging it sends that same form. */

import {useRef} from 'react'
import type {BoardCard, BoardColumn, BoardData} from '../../../contract/board.ts'
import {CellText} from '../../components/cell.tsx'
import {FilterBar} from '../../components/filter-bar.tsx'
import {ErrorSummary} from '../../components/form/error-summary.tsx'
import {Name} from '../../components/name.tsx'
import {numberFormat} from '../../components/number-format.ts'
import {Prose} from '../../components/prose.tsx'
import {useCardDrag, useColumnDrop} from '../../hooks/use-board-drag.ts'
import {ActionForm, SubmitButton} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useLocale, useMessages, usePage} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'

export function BoardScreen({data}: ScreenProps<'board'>) {
  const page = usePage()
  const messages = useMessages()
  const path = page.url.split('?')[0] ?? ''
  return (
    <>
      <div className="head">
        <div>
          <h1 tabIndex={-1}>{data.heading}</h1>
          <Prose html={data.html} />
        </div>
      </div>
      <ErrorSummary problems={data.problems} heading={messages.boards.notMoved} />
      <FilterBar filterBar={data.filterBar} path={path} />
      {data.empty !== null && (
        <p className="quiet">{data.filterBar.filtered ? messages.lists.nothingFound : data.empty}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <section className="sideways" aria-label={data.heading} tabIndex={0}>
        <div className={`board of-${data.columns.length}`}>
          {data.columns.map(column => (
            <Column key={column.value} column={column} data={data} />
          ))}
        </div>
      </section>
    </>
  )
}

interface ColumnProps {
  readonly column: BoardColumn
  readonly data: BoardData
}

function Column({column, data}: ColumnProps) {
  const language = useLocale()
  const {boards: messages} = useMessages()
  const {ref, state} = useColumnDrop(column.value)
  return (
    <section ref={ref} className={state === null ? 'column' : `column ${state}`} aria-label={column.label}>
      <h2>
        <span className={`state ${column.tone}`}>{column.label}</span>
        <span className="tally">{countText(column, language)}</span>
      </h2>
      {column.cards.length === 0 && data.empty === null && <p className="quiet small">{messages.nothing}</p>}
      <ul>
        {column.cards.map(card => (
          <Card key={card.id} card={card} data={data} />
        ))}
      </ul>
      <More column={column} />
    </section>
  )
}

function countText({count}: BoardColumn, language: string): string {
  const format = numberFormat(language)
  return 'exact' in count ? format.format(count.exact) : `${format.format(count.moreThan)}+`
}

interface CardProps {
  readonly card: BoardCard
  readonly data: BoardData
}

/** Dropping it on another column presses the button of its own form that leads there. */
function Card({card, data}: CardProps) {
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const drop = (column: string) => {
    const button = buttons.current.get(column)
    button?.form?.requestSubmit(button)
  }
  const {ref, dragging} = useCardDrag({columns: card.moves.map(({to}) => to), drop})
  return (
    <li ref={ref} className={dragging ? 'board-card lifted' : 'board-card'}>
      {card.href === null ? (
        <b>
          <Name name={card.name} />
        </b>
      ) : (
        <Link href={card.href} draggable={false}>
          <Name name={card.name} />
        </Link>
      )}
      <Facts card={card} data={data} />
      {card.moves.length > 0 && <Moves card={card} data={data} buttons={buttons.current} />}
    </li>
  )
}

function Facts({card, data}: {card: BoardCard; data: BoardData}) {
  const said = data.fields.flatMap((field, index) => {
    const cell = card.cells[index]
    return cell && cell.text !== '' ? [{field, cell}] : []
  })
  if (said.length === 0) return null
  return (
    <dl>
      {said.map(({field, cell}) => (
        <div key={field.key}>
          <dt className={field.display === 'number' || field.display === 'yes/no' ? undefined : 'only-read'}>
            {field.label}
          </dt>
          <dd>
            <CellText field={field} cell={cell} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A menu that opens without JavaScript; each button is one move. */
function Moves({card, data, buttons}: CardProps & {readonly buttons: Map<string, HTMLButtonElement>}) {
  const {once = ''} = usePage()
  const {boards: messages} = useMessages()
  const labelOf = (word: string) => data.columns.find(column => column.value === word)?.label ?? word
  return (
    <details className="move" name="move">
      <summary>
        <span aria-hidden="true">{messages.move}</span>
        <span className="only-read">{messages.moveCard(card.name)}</span>
      </summary>
      <ActionForm>
        <input type="hidden" name="_record" value={card.id} />
        <input type="hidden" name="_version" value={card.version} />
        <input type="hidden" name="_once" value={`${once}-${card.id}`} />
        {data.sets !== null && <input type="hidden" name="_action" value="update" />}
        {card.moves.map(({name, label, to, needsInput}) => (
          <SubmitButton
            key={name}
            className="button bare"
            name={data.sets ?? '_action'}
            value={name}
            ref={button => {
              if (button && !buttons.has(to)) buttons.set(to, button)
              return () => void buttons.delete(to)
            }}
          >
            {data.sets === null ? messages.to(needsInput ? `${label}…` : label, labelOf(to)) : labelOf(to)}
          </SubmitButton>
        ))}
      </ActionForm>
    </details>
  )
}

function More({column}: {column: BoardColumn}) {
  const page = usePage()
  const messages = useMessages()
  if (column.more === null) return null
  const {count, href} = column.more
  const format = numberFormat(page.shell.language)
  const text = count === null ? messages.boards.more : messages.boards.andMore(format.format(count))
  return (
    <p className="small">{href === null ? <span className="quiet">{text}</span> : <Link href={href}>{text}</Link>}</p>
  )
}
