/** Looking up a record by part of its name, for a field that too many could stand in: the form's own page, with that field alone. */
import type {FormData} from '../../contract/records.ts'
import type {Reader} from '../engine.ts'
import type {PageReply, Visit} from '../reply.ts'
import {findOptions} from './form-fields.ts'

export interface FormReply extends PageReply {
  readonly data: FormData
}

/** What may be chosen is what the person may read, and only where the form has such a field for them. */
export async function lookedUp(reader: Reader, page: FormReply, {query}: Visit): Promise<FormReply> {
  const name = query.get('_lookup')
  const field = page.data.fields.find(each => each.name === name)
  if (field?.entity === undefined || page.status !== 200) return page
  const options = await findOptions(reader, field.entity, query.get('q') ?? '')
  return {...page, data: {...page.data, fields: [{...field, options}], parts: [], hints: null}}
}
