/** Mentions of people in a text, `@[Nadia Benali](018f…)`: people read `@Nadia Benali`, and the id stays right whatever the person is called later. */
import type {FieldUse} from '../field-type.ts'
import type {Entities, Entity, Field} from '../model.ts'

const mention = /@\[([^[\]\n]{1,200})\]\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/g

export type TextPart = {readonly text: string} | {readonly person: string; readonly name: string}

/** `long text with mentions`. */
export const hasMentions = ({control}: Pick<FieldUse, 'control'>): boolean => control.attributes?.['mentions'] === true

export const mentionFields = ({fields}: Entity): Field[] => [...fields.values()].filter(({type}) => hasMentions(type))

/** What such texts are about: the records that they are part of, or those that have them. */
export function mentioningEntities({entities}: Entities): string[] {
  return [...entities.values()].flatMap(entity =>
    mentionFields(entity).length > 0 ? [entity.partOf?.entity ?? entity.name] : [],
  )
}

export function mentionOf(person: string, name: string): string {
  return `@[${name.replaceAll(/[[\]\n]/g, ' ')}](${person})`
}

/** A text in the order in which it is read: pieces of text, and people. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(mention)) {
    const [whole, name = '', person = ''] = match
    if (match.index > from) parts.push({text: text.slice(from, match.index)})
    parts.push({person, name})
    from = match.index + whole.length
  }
  return from < text.length ? [...parts, {text: text.slice(from)}] : parts
}

/** The ids of the people in it. */
export function mentionedIn(text: string): ReadonlySet<string> {
  return new Set(textParts(text).flatMap(part => ('person' in part ? [part.person] : [])))
}

/** As people write and read it. */
export function withoutIds(text: string): string {
  return text.replaceAll(mention, '@$1')
}
