/** What an action asks for before it is done to several records: a form of its own, with the records in its address. */

import type {FormData} from '../../contract/records.ts'
import {type Form, Refused, type Reply, type Visit} from '../reply.ts'
import {calledOf} from './called.ts'
import {formFields} from './form-fields.ts'
import type {ListPlace, TriedOnList} from './list.ts'
import {bulkActions, selectedIn} from './list-bulk.ts'
import {emptyForm} from './record-form.ts'
import {typedIn} from './sent.ts'

interface Asked {
  readonly action: string
  readonly tried: (TriedOnList & {readonly form: Form}) | null
}

export function bulkForm({named, entity, world}: ListPlace, visit: Visit, {action, tried}: Asked): Promise<Reply> {
  const selected = selectedIn(null, visit)
  return world.engine.read(visit.actor, async reader => {
    const offered = await bulkActions(
      reader,
      entity.name,
      selected.map(({id}) => id),
    )
    const wanted = offered.find(({name}) => name === action)
    if (!wanted) throw new Refused('NOT_NOW')
    const fields = wanted.asks.map(({field, optional}) => ({...field, required: !optional}))
    const names = fields.map(({name}) => name)
    const values = tried ? typedIn(names, tried.form) : new Map<string, readonly string[]>()
    const count = selected.length
    const data: FormData = {
      ...emptyForm,
      heading: wanted.label,
      intro: world.words.lists.onSeveral(
        count,
        calledOf(world.specification, entity.name)[count === 1 ? 'one' : 'several'],
      ),
      back: {label: named.name, href: visit.path},
      fields: await formFields(reader, fields, {values, address: visit.url}),
      problems: tried?.problems ?? [],
      actions: [{name: action, label: wanted.label, tone: 'lead'}],
      cancel: visit.path,
    }
    return {kind: 'page', status: tried?.status ?? 200, title: wanted.label, screen: 'form', data}
  })
}
