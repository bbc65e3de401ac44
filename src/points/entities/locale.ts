/** Nobody's locale: exact texts, clocks of Greenwich, records by their ids. For files between machines and for plans. */
import type {Locale} from './field-type.ts'
import {readId} from './values/id.ts'

export const plainLocale: Locale = {
  language: 'en',
  zone: 'UTC',
  currency: 'EUR',
  nameOf: reference => reference.id,
  keyOf: reference => reference.id,
  find: (entity, text) => {
    const id = readId(text)
    return id === null ? null : {entity, id}
  },
}
