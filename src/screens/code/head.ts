/** What programs read of a page of own code: its title, its description and a picture, with values of its data. */
import type {PageReply} from '../../engine/reply.ts'
import {fileHref} from '../../engine/transaction/file-records.ts'
import {isFile} from '../../points/entities/lookup.ts'
import type {Entities} from '../../points/entities/model.ts'
import {isOwnList, type OwnScreen} from '../../points/screens/own/model.ts'
import {filledHead} from '../../points/screens/own/read-head.ts'
import {codeCellText} from './cells.ts'
import type {CodeData, CodeRow, CodeValue} from './data.ts'

/** Search engines show about so many characters. */
const longestDescription = 300

export function shownHead(
  {data: declared, head: {title, description, image}}: OwnScreen,
  data: CodeData['data'],
  entities: Entities,
): Partial<Pick<PageReply, 'title' | 'description' | 'image'>> {
  const textOf = (path: string) => textAt(data, path)
  const texts = {
    title: title && filledHead(title, textOf),
    description: description && shortened(filledHead(description, textOf).replace(/\s+/g, ' ')),
    image: image && pictureIn(filledHead(image, path => fileAt(path, declared, data, entities) ?? textOf(path))),
  }
  return {
    ...(texts.title && {title: texts.title}),
    ...(texts.description && {description: texts.description}),
    ...(texts.image && {image: texts.image}),
  }
}

function textAt(data: CodeData['data'], path: string): string {
  const [name = '', ...rest] = path.split('.')
  const row = Object.hasOwn(data, name) ? data[name] : null
  if (row === null || row === undefined || typeof row !== 'object' || !('shown' in row)) return ''
  const record = row as CodeRow
  const key = rest.join('.')
  if (Object.hasOwn(record.shown, key)) return record.shown[key] ?? ''
  const value = rest.reduce<unknown>(
    (at, each) => (typeof at === 'object' && at !== null && Object.hasOwn(at, each) ? Reflect.get(at, each) : null),
    record,
  )
  return codeCellText(value as CodeValue)
}

/** The address of a file in a single record. */
function fileAt(
  path: string,
  declared: OwnScreen['data'],
  data: CodeData['data'],
  {entities}: Entities,
): string | null {
  const [name = '', field = '', ...more] = path.split('.')
  const list = declared.find(each => each.name === name)
  const found = list && isOwnList(list) ? entities.get(list.entity)?.fields.get(field) : undefined
  const row = Object.hasOwn(data, name) ? data[name] : null
  if (!list || !isOwnList(list) || !found || !isFile(found) || more.length > 0) return null
  if (row === null || row === undefined || typeof row !== 'object' || !('shown' in row)) return null
  const record = row as CodeRow
  const files = [record[field] as CodeValue].flat() as readonly CodeValue[]
  const [file] = files
  const id = typeof file === 'object' && file !== null && 'id' in file ? String(file.id) : null
  return id && fileHref({entity: list.entity, record: record.id, field, file: id})
}

const shortened = (text: string): string =>
  text.length > longestDescription ? `${text.slice(0, longestDescription).replace(/\s+\S*$/, '')}…` : text

/** Of this host, or of another one by https. Anything else that a field has is no picture. */
function pictureIn(text: string): string | null {
  if (/^\/(?!\/)[\w./%~-]*$/.test(text)) return text
  return URL.canParse(text) && new URL(text).protocol === 'https:' ? text : null
}
