/** A person's initials in their own colour. The name is always beside it, so it is hidden from screen readers. */

const tones = 12

export function Avatar({id, name}: {id: string; name: string}) {
  return (
    <span className={`avatar tone-${toneOf(id)}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = picked.map(word => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

function toneOf(id: string): number {
  let sum = 0
  for (let at = 0; at < id.length; at++) sum = (sum * 31 + id.charCodeAt(at)) % 9973
  return sum % tones
}
