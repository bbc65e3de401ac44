/** `set field = value` */
import {fieldOf} from '../../../points/entities/lookup.ts'
import {fitValue} from '../../../points/entities/run.ts'
import {undone} from '../actions/pending-record.ts'
import type {RunEffect} from './effect.ts'
import {evaluated} from './evaluate.ts'

export const set: RunEffect<'set'> = async ({field: name, value}, acting) => {
  const field = fieldOf(acting.record.entity, name)
  if (!field) return
  const judged = fitValue(field, await evaluated(value, acting))
  if (!judged.ok) throw undone(judged.problems.map(each => ({...each, field: name})))
  acting.record.set(name, judged.value)
}
