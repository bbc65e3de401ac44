/** The ids of records: UUIDs in small letters. Who makes them is the store's affair. */

import type {Locale} from '../field-type.ts'

const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readId(text: string): string | null {
  const id = text.trim().toLowerCase()
  return pattern.test(id) ? id : null
}

// Nobody's locale: exact texts, clocks of Greenwich, records by their ids. For files between machines and for plans.

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

// Files are records of the engine's own entity `file`; a field of a file refers to one. Uploads make them elsewhere.

/** In small letters: no entity of a document can have this name. */
export const fileEntity = 'file'

/** What browsers show as an image by themselves, without running anything. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'
