/** `AL` of Ada Maria Lovelace. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
