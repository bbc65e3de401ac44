/** Our words about records in the language of a document: what the engine's own fields are called, several of a kind, yes and no. */
import type {Field} from './model.ts'

const german: Readonly<Record<string, {readonly label: string; readonly meaning?: string}>> = {
  id: {label: 'Kennung'},
  created: {label: 'Angelegt'},
  created_by: {label: 'Angelegt von'},
  updated: {label: 'Geändert'},
  updated_by: {label: 'Geändert von'},
  version: {label: 'Fassung'},
  position: {label: 'Position'},
  name: {label: 'Name'},
  email: {label: 'E-Mail'},
  roles: {label: 'Rollen'},
  active: {label: 'Aktiv', meaning: 'darf sich anmelden'},
}

const isGerman = (language: string) => language.split('-')[0] === 'de'

/** A field that the document declares bears the document's words; one of the engine's own, ours. */
export function spokenField<T extends Pick<Field, 'name' | 'label' | 'meaning' | 'source'>>(
  field: T,
  language: string,
): T {
  const own = field.source === null && isGerman(language) ? german[field.name] : undefined
  return own ? {...field, label: own.label, meaning: own.meaning ?? field.meaning} : field
}

/** English adds an s or so; another language says `plural:`, and until then one stands for several. */
export function spokenPlural(label: string, language: string): string {
  return language.split('-')[0] === 'en' ? pluralOf(label) : label
}

function pluralOf(label: string): string {
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`
  if (/(s|x|z|ch|sh)$/i.test(label)) return `${label}es`
  return `${label}s`
}

/** A label inside a sentence: English nouns are small there, German ones are not. */
export function inSentence(label: string, language: string): string {
  return isGerman(language) ? label : label.toLowerCase()
}

export function yesOrNo(value: boolean, language: string): string {
  if (isGerman(language)) return value ? 'Ja' : 'Nein'
  return value ? 'Yes' : 'No'
}
