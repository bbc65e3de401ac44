/** A value as people read it: states with their tone, people with their initials, numbers aligned. */

import type {ReactNode} from 'react'
import type {FieldDisplay, ShownCell, ShownField} from '../../engine/page/cells.ts'
import type {MarkData} from '../../engine/page/common.ts'
import {Link} from '../router/link.tsx'
import {OwnPart} from '../screen.tsx'
import {Avatar} from './avatar.tsx'
import {IconPath} from './icon.tsx'
import {Name} from './name.tsx'
import {Thumbnail} from './thumbnail.tsx'

export function CellText({field, cell}: {field: ShownField; cell: ShownCell}) {
  return cellText(field, cell)
}

export function cellText(field: ShownField, cell: ShownCell): ReactNode {
  const {shownBy} = field
  if (shownBy === undefined) return builtInText(field, cell)
  return (
    <OwnPart kind="display" name={shownBy} given={{text: cell.text, value: cell.value ?? null}}>
      {builtInText(field, cell)}
    </OwnPart>
  )
}

function builtInText(field: ShownField, cell: ShownCell): ReactNode {
  if (cell.links) return <Links links={cell.links} />
  if (cell.text === '') return <span className="muted none">–</span>
  return renderers[field.display](cell, field)
}

type Renderer = (cell: ShownCell, field: ShownField) => ReactNode

const marked: Renderer = (cell, field) => withMark(cell, field, cell.text)

/** How each display shows a value. A new one does not compile without a renderer. */
const renderers: Readonly<Record<FieldDisplay, Renderer>> = {
  state: (cell, field) => <StateChip word={String(cell.value)} field={field} text={cell.text} />,
  person: cell => <Person name={cell.text} id={String(cell.value)} />,
  'yes/no': (cell, field) =>
    cell.value === false ? <span className="subtle">{cell.text}</span> : withMark(cell, field, cell.text),
  span: cell => <Span cell={cell} />,
  time: when,
  text: (cell, field) => withMark(cell, field, cell.text.includes('@') ? <Text text={cell.text} /> : cell.text),
  who: marked,
  number: marked,
  long: marked,
  rich: marked,
}

function withMark(cell: ShownCell, {marks}: ShownField, text: ReactNode): ReactNode {
  const mark = cell.mark ?? marks?.[String(cell.value)]
  return mark ? <Marked mark={mark} text={cell.text} /> : text
}

/** A name with its colour as a square or in its icon. Both are hidden from screen readers. */
export function Marked({mark: {colour, icon}, text}: {mark: MarkData; text: string}) {
  // Without a colour, it has that of the text.
  const hue = colour === undefined ? ' hue' : ` hue hue-${colour}`
  return (
    <>
      {icon === undefined ? (
        <span className={`swatch${hue}`} aria-hidden="true" />
      ) : (
        <IconPath className={`icon${hue}`} path={icon} />
      )}
      {text}
    </>
  )
}

/** A long email address breaks after its @, not in the middle of a name. */
function Text({text}: {text: string}) {
  const at = text.indexOf('@') + 1
  if (at === 0 || text.includes(' ')) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

/** “Monday,” and the time may be on their own line; a day is not separated from its month. */
function when({text, value}: ShownCell): ReactNode {
  return <time dateTime={String(value)}>{text.includes(', ') ? <Name name={text} /> : text}</time>
}

/** Both dates for machines too: “16–18 Dec” is two times and what is between them. */
function Span({cell: {text, value, note}}: {cell: ShownCell}) {
  const [first = '', last = ''] = String(value).split('/')
  const [, start = text, dash = '', end = ''] = (first !== last && /^(.+?)(\s?–\s?)(.+)$/.exec(text)) || []
  return (
    <>
      <time dateTime={first || last}>{start}</time>
      {end !== '' && (
        <>
          {dash}
          <time dateTime={last}>{end}</time>
        </>
      )}
      {note !== undefined && <span className="subtle"> · {note}</span>}
    </>
  )
}

/** The number of days is not repeated beside a span if it has its own column. */
export function isCounted({count}: ShownField, fields: readonly ShownField[]): boolean {
  return count !== undefined && fields.some(({key}) => key === count)
}

export function withoutNote({note, ...cell}: ShownCell): ShownCell {
  return cell
}

function Links({links}: {links: NonNullable<ShownCell['links']>}) {
  if (links.length === 0) return <span className="muted none">–</span>
  return links.map(link => (
    <span key={link.href} className="file">
      {link.thumbnail !== undefined && <Thumbnail src={link.thumbnail} />}
      <Link href={link.href} download reloadDocument>
        {link.text}
      </Link>
      {link.size !== undefined && <span className="muted small"> {link.size}</span>}
    </span>
  ))
}

function StateChip({word, field, text}: {word: string; field: ShownField; text: string}) {
  return <span className={`state ${field.tones?.[word] ?? 'idle'}`}>{text}</span>
}

/** Initials in their own colour, always with the name. */
export function Person({name, id, shown = name}: {name: string; id: string; shown?: string}) {
  return (
    <span className="person">
      <Avatar id={id} name={name} />
      {shown}
    </span>
  )
}
