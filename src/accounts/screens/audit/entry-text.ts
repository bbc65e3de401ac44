/** An entry of the audit log as people read it: the names of people as they are now, and words of their language. */
import {type AuditEntry, readDetails} from '../../../engine/audit/audit-entry.ts'
import type {Messages} from '../../../messages/index.ts'

export type AuditMessages = Messages['audit']

export interface EntryText {
  readonly event: string
  readonly outcome: string
  readonly who: string
  readonly about: string
  readonly details: string
}

/** By their ids. */
export type PeopleNames = ReadonlyMap<string, string>

export function entryTexts(entry: AuditEntry, words: AuditMessages, names: PeopleNames): EntryText {
  const nameOf = (id: string) => names.get(id) ?? words.removedPerson
  const {kind, outcome, actor, person, about} = entry
  const who = person === null ? wordIn(words.actors, actor) : nameOf(person)
  return {
    event: wordIn(words.kinds, kind),
    outcome: wordIn(words.outcomes, outcome),
    who: actor === 'key' ? words.byKey(who) : who,
    about: about === null ? '' : nameOf(about),
    details: detailsText(entry, words),
  }
}

function detailsText({details}: AuditEntry, words: AuditMessages): string {
  return Object.entries(readDetails(details))
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      if (name === 'what' || name === 'with') return wordIn(words.words, text)
      return `${wordIn(words.said, name)}: ${name === 'why' ? wordIn(words.words, text) : text}`
    })
    .join(', ')
}

/** A version before or after this one may have written others. */
function wordIn(words: Readonly<Record<string, string>>, name: string): string {
  return (Object.hasOwn(words, name) ? words[name] : undefined) ?? name
}
