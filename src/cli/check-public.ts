/** `nonet check` of the files in `public` beside a document: which of them are not served, and why. */
import {join} from 'node:path'
import {type Finding, finding, type Place} from '../document/finding.ts'
import {fitsRoute} from '../points/screens/run.ts'
import type {CheckedDocument, Specification} from '../points/specification.ts'
import {type NotPublic, publicFilesIn, publicKinds} from '../server/public-files.ts'
import {publicFolder} from './document.ts'

interface UnservedText {
  readonly message: string
  readonly hint: string
}

const reasons: Readonly<Record<NotPublic, (path: string) => UnservedText>> = {
  name: path => ({
    message: `public/${path} is not served: its name has characters that not every system can have.`,
    hint: 'Rename it with letters, digits, `-`, `_` and `.`.',
  }),
  dot: path => ({
    message: `public/${path} is not served: its name begins with a dot.`,
    hint: 'Files for other programs are in `public/.well-known`; move any other one out of `public`.',
  }),
  kind: path => ({
    message: `public/${path} is not served: a browser could run what is in it, or its kind is not known.`,
    hint: `Files that are served end with ${publicKinds.map(each => `.${each}`).join(', ')}. Scripts, styles and pictures of own screens are imported there.`,
  }),
  link: path => ({
    message: `public/${path} is not served: it is a symbolic link.`,
    hint: 'Copy the file to this place.',
  }),
  size: path => ({
    message: `public/${path} is not served: it has more than 100 MB.`,
    hint: 'Offer it from another host.',
  }),
  reserved: path => ({
    message: `public/${path} is not served: addresses that begin with \`/${path.split('/')[0]}\` are those of the product.`,
    hint: 'Move it to another folder.',
  }),
}

export async function withPublicFindings(path: string, checked: CheckedDocument): Promise<CheckedDocument> {
  if (!checked.sound) return checked
  const folder = await publicFolder(path)
  const found = (await publicFilesIn(folder)).flatMap(({path: file, why}) => {
    const at = {file: join(folder, file), line: 1, column: 1}
    return why === null ? hidden(checked.specification, file, at) : [finding('N258', at, reasons[why](file))]
  })
  return found.length === 0 ? checked : {...checked, findings: [...checked.findings, ...found]}
}

/** Behind a screen, or among calls: theirs is every address with their first word. */
function hidden({screens, calls}: Specification, file: string, at: Place): Finding[] {
  const words = file.split('/')
  const screen = screens.screens.find(({route}) => fitsRoute(route, words))
  const call = calls.calls.find(({route: {segments}}) => segments[0]?.kind === 'word' && segments[0].word === words[0])
  const owner = screen ? {place: screen, what: `the screen "${screen.name}"`} : call && {place: call, what: 'calls'}
  if (!owner) return []
  const message = `public/${file} is not served: its address is that of ${owner.what}.`
  const {file: source, line, column} = owner.place
  return [
    {
      ...finding('N258', at, {message, hint: 'Rename the file, or change the route.'}),
      also: [{file: source, line, column}],
    },
  ]
}
