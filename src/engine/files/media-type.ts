/** What a file is, by its first bytes: a short list of what browsers and people know; everything else is just bytes. */

/** As many bytes as `mediaTypeOf` wants to see. */
export const headLength = 4096

const unknown = 'application/octet-stream'

/** `head`: the first `headLength` bytes, or all of them where there are fewer. */
export function mediaTypeOf(head: Uint8Array): string {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  const found = marks.find(({mark}) => mark.test(text))
  if (found) return found.type
  if (text.startsWith('PK\x03\x04')) return zipType(text)
  return isText(head) ? 'text/plain' : unknown
}

const marks: readonly {readonly mark: RegExp; readonly type: string}[] = [
  {mark: /^%PDF-/, type: 'application/pdf'},
  {mark: /^\x89PNG\r\n/, type: 'image/png'},
  {mark: /^\xff\xd8\xff/, type: 'image/jpeg'},
  {mark: /^GIF8[79]a/, type: 'image/gif'},
  {mark: /^RIFF.{4}WEBP/s, type: 'image/webp'},
  {mark: /^.{4}ftypavi[fs]/s, type: 'image/avif'},
]

const office = 'application/vnd.openxmlformats-officedocument'

/** Office documents are archives; the names of their first entries tell which. */
const entries: readonly {readonly entry: string; readonly type: string}[] = [
  {entry: 'word/', type: `${office}.wordprocessingml.document`},
  {entry: 'xl/', type: `${office}.spreadsheetml.sheet`},
  {entry: 'ppt/', type: `${office}.presentationml.presentation`},
]

const openDocument =
  /^.{30}mimetype(application\/(?:vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)|epub\+zip))/s

function zipType(text: string): string {
  const declared = openDocument.exec(text)?.[1]
  if (declared !== undefined) return declared
  if (!/^.{30}(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/)/s.test(text)) return 'application/zip'
  return entries.find(({entry}) => text.includes(entry))?.type ?? 'application/zip'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\u007f]/

/** A character may be cut in two where the head ends, so the end is not judged. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(head, {stream: head.length >= headLength})
    return !controls.test(text)
  } catch {
    return false
  }
}
