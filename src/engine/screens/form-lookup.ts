/** Looking up a record by part of its name, for a field that too many could stand in: the form's own page, with that field alone. */
import type {FormData, FormFieldData} from '../../contract/form.ts'
import type {PageReply, Visit} from '../reply.ts'
import type {Filling} from './form-fields.ts'

/** A page that is a form. */
export type FormReply = Extract<PageReply, {screen: 'form'}>

export function soughtIn({query}: Visit): NonNullable<Filling['sought']> | null {
  const name = query.get('_lookup')
  return name === null ? null : {name, text: query.get('q') ?? ''}
}

/** `lines.product` is that field in every row. */
function fieldOfRows({parts}: FormData, name: string): FormFieldData | undefined {
  const [list = '', ...field] = name.split('.')
  const row = parts.find(each => each.name === list)?.rows[0]
  return row?.fields.find(each => each.name === `${row.key}.${field.join('.')}`)
}

/** What may be chosen is what the person may read, and only where the form has such a field for them. */
export function lookedUp(page: FormReply, visit: Visit): FormReply {
  const name = soughtIn(visit)?.name
  const field = page.data.fields.find(each => each.name === name) ?? fieldOfRows(page.data, name ?? '')
  if (field?.entity === undefined || page.status !== 200) return page
  return {...page, data: {...page.data, fields: [field], parts: [], hints: null}}
}
