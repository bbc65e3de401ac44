/** The ids of records: UUIDs in lower case. The store creates them. */

const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readId(text: string): string | null {
  const id = text.trim().toLowerCase()
  return pattern.test(id) ? id : null
}
