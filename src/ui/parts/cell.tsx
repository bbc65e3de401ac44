/** A value as people read it: states with their tone, people with their initials, numbers aligned. */
import type {ShownCell, ShownField} from '../records.ts'

export function CellText({field, cell}: {field: ShownField; cell: ShownCell}) {
  if (cell.links) return <Links links={cell.links} />
  if (cell.text === '') return <span className="quiet">–</span>
  if (field.look === 'state') return <StateChip word={String(cell.value)} field={field} text={cell.text} />
  if (field.look === 'person') return <Person name={cell.text} id={String(cell.value)} />
  if (field.look === 'time') return <time dateTime={String(cell.value)}>{cell.text}</time>
  return cell.text
}

function Links({links}: {links: NonNullable<ShownCell['links']>}) {
  if (links.length === 0) return <span className="quiet">–</span>
  return links.map(link => (
    <a key={link.href} className="file" href={link.href} download data-document="">
      {link.text}
    </a>
  ))
}

function StateChip({word, field, text}: {word: string; field: ShownField; text: string}) {
  return <span className={`state ${field.tones?.[word] ?? 'idle'}`}>{spoken(text)}</span>
}

function spoken(text: string): string {
  const words = text.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Initials in a colour of their own, always with the name. */
export function Person({name, id}: {name: string; id: string}) {
  return (
    <span className="person">
      <span className={`face tone-${toneOf(id)}`} aria-hidden="true">
        {initials(name)}
      </span>
      {name}
    </span>
  )
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

const tones = 12

function toneOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return sum % tones
}
