/** The name of an uploaded file, cleaned: people choose it, and it ends in headers, pages and on other people's disks. */

/** Marks of direction let `fdp.exe` look like `exe.pdf`; the others are not seen at all. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffc]|[\u{e0000}-\u{e007f}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\u0000-\u001f\u007f-\u009f]/g
/** What Windows does not allow, and what shells and headers stumble over. */
const awkward = /[<>:"|?*]/g

/** As the field `name` of a file keeps it, in characters; other systems take so many bytes. */
const most = 200
const longestEnding = 20

export const unnamed = 'file'

export function cleanFileName(sent: string): string {
  const base = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = base.normalize('NFC').replace(unseen, '').replace(controls, '').replace(awkward, '_')
  const name = plain.replace(/\s+/gu, ' ').replace(/^[ .]+|[ .]+$/g, '')
  return bounded(name === '' ? unnamed : name)
}

/** Cut before its ending, so that it is still opened by the same program. */
function bounded(name: string): string {
  if (Buffer.byteLength(name) <= most) return name
  const at = name.lastIndexOf('.')
  const ending = at > 0 && name.length - at <= longestEnding ? name.slice(at) : ''
  return `${cut(name.slice(0, name.length - ending.length), most - Buffer.byteLength(ending))}${ending}`
}

function cut(text: string, bytes: number): string {
  let [kept, left] = ['', bytes]
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    kept += character
  }
  return kept.trimEnd()
}
