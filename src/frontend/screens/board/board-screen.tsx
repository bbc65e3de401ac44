/** A board: cards in columns. Moving one is a plain form in its menu; where there is a script, dragging sends that same form. */

import type {BoardCard, BoardColumn, BoardData} from '../../../contract/board.ts'
import {CellText} from '../../components/cell.tsx'
import {FilterBar} from '../../components/filter-bar.tsx'
import {Name} from '../../components/name.tsx'
import {numberFormat} from '../../components/number-format.ts'
import {ActionForm} from '../../router/action-form.tsx'
import {Link} from '../../router/link.tsx'
import {useMessages, usePage} from '../../router/router-provider.tsx'
import type {ScreenProps} from '../../screen.ts'

export function BoardScreen({data}: ScreenProps<'board'>) {
  const page = usePage()
  const words = useMessages()
  const path = page.url.split('?')[0] ?? ''
  return (
    <>
      <div className="head">
        <h1 tabIndex={-1}>{data.heading}</h1>
      </div>
      <Refused data={data} />
      <FilterBar narrow={data.narrow} path={path} />
      {data.empty !== null && <p className="quiet">{data.narrow.narrowed ? words.lists.nothingFound : data.empty}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard */}
      <section className="sideways" aria-label={data.heading} tabIndex={0}>
        <div className={`board of-${data.columns.length}`}>
          {data.columns.map(column => (
            <Column key={column.word} column={column} {...{data}} />
          ))}
        </div>
      </section>
    </>
  )
}

function Refused({data}: {data: BoardData}) {
  const words = useMessages()
  if (data.problems.length === 0) return null
  return (
    <div className="summary" role="alert" tabIndex={-1} data-autofocus="">
      <h2>{words.boards.notMoved}</h2>
      {data.problems.map(({label, message}) => (
        <p key={message}>{label === undefined ? message : `${label}: ${message}`}</p>
      ))}
    </div>
  )
}

interface ColumnProps {
  readonly column: BoardColumn
  readonly data: BoardData
}

function Column({column, data}: ColumnProps) {
  const page = usePage()
  const words = useMessages()
  return (
    <section className="column" aria-label={column.label} data-column={column.word}>
      <h2>
        <span className={`state ${column.tone}`}>{column.label}</span>
        <span className="tally">{countText(column, page.shell.language)}</span>
      </h2>
      {column.cards.length === 0 && data.empty === null && <p className="quiet small">{words.boards.nothing}</p>}
      <ul>
        {column.cards.map(card => (
          <li key={card.id} className="board-card" draggable={card.moves.length > 0}>
            <Card card={card} {...{data}} />
          </li>
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

function Card({card, data}: CardProps) {
  return (
    <>
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
      {card.moves.length > 0 && <Move {...{card, data}} />}
    </>
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
          <dt className={field.look === 'number' || field.look === 'yes/no' ? undefined : 'only-read'}>
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

/** A menu that opens without a script; each button is one move. */
function Move({card, data}: CardProps) {
  const page = usePage()
  const words = useMessages()
  const labelOf = (word: string) => data.columns.find(column => column.word === word)?.label ?? word
  return (
    <details className="move" name="move">
      <summary>
        <span aria-hidden="true">{words.boards.move}</span>
        <span className="only-read">{words.boards.moveCard(card.name)}</span>
      </summary>
      <ActionForm id={`move-${card.id}`}>
        <input type="hidden" name="_record" value={card.id} />
        <input type="hidden" name="_version" value={card.version} />
        <input type="hidden" name="_once" value={`${page.once ?? ''}-${card.id}`} />
        {data.sets !== null && <input type="hidden" name="_action" value="update" />}
        {card.moves.map(({name, label, to, asks}) => (
          <button
            key={name}
            className="button bare"
            type="submit"
            name={data.sets ?? '_action'}
            value={name}
            data-to={to}
          >
            {data.sets === null ? words.boards.to(asks ? `${label}…` : label, labelOf(to)) : labelOf(to)}
          </button>
        ))}
      </ActionForm>
    </details>
  )
}

function More({column}: {column: BoardColumn}) {
  const page = usePage()
  const words = useMessages()
  if (column.more === null) return null
  const {count, href} = column.more
  const format = numberFormat(page.shell.language)
  const text = count === null ? words.boards.more : words.boards.andMore(format.format(count))
  return (
    <p className="small">{href === null ? <span className="quiet">{text}</span> : <Link href={href}>{text}</Link>}</p>
  )
}
