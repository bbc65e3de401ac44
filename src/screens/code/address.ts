/** The values of an address, as the person sent them: each has its declared type, or its default. */
import {meOf} from '../../engine/base/actor.ts'
import {readPlain} from '../../engine/query/plain-value.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Parameters} from '../../engine/query/statement.ts'
import {recordName} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {Refused, type Visit} from '../../engine/reply.ts'
import {addressParameter} from '../../feel/core.ts'
import type {Environment} from '../../feel/environment.ts'
import {encodeValue} from '../../feel/format.ts'
import {evaluate} from '../../feel/index.ts'
import type {Type} from '../../feel/type.ts'
import {isReference, type Value} from '../../feel/value.ts'
import type {AddressValue} from '../../points/screens/own/model.ts'
import type {CodeValue} from './data.ts'

export interface GivenAddress {
  /** For conditions: `address.day`. */
  readonly parameters: Parameters
  readonly values: Readonly<Record<string, CodeValue>>
}

const longest = 500

/** A malformed value of the query is its default; one of the path, or a record that the person may not read, is no page. */
export async function givenAddress(
  reader: ReadContext,
  declared: readonly AddressValue[],
  visit: Visit,
): Promise<GivenAddress> {
  const parameters = new Map<string, Value>()
  const values: [string, CodeValue][] = []
  for (const each of declared) {
    const {name} = each
    const sent = sentValue(each, visit)
    if (sent === undefined && each.in === 'path') throw new Refused('NOT_FOUND')
    const value = sent ?? (each.default ? evaluate(each.default, environmentOf(reader)) : null)
    parameters.set(addressParameter(name), value)
    values.push([name, value !== null && isReference(value) ? await recordAt(reader, value) : jsonOf(value)])
  }
  return {parameters, values: Object.fromEntries(values)}
}

/** Undefined if it is missing or malformed. */
function sentValue({name, type, in: place}: AddressValue, {query, parameters}: Visit): Value | undefined {
  const text = place === 'path' ? parameters[name] : query.get(name)
  if (text === null || text === undefined || text === '' || text.length > longest) return undefined
  return readPlain(type, asWritten(type, text))
}

/** Fields of a browser send times without seconds, and the product writes yes and no. */
function asWritten({kind}: Type, text: string): string {
  if (kind === 'boolean' && (text === 'yes' || text === 'no')) return String(text === 'yes')
  return kind === 'time' && /^\d\d:\d\d$/.test(text) ? `${text}:00` : text
}

async function recordAt(reader: ReadContext, {entity, id}: {entity: string; id: string}): Promise<CodeValue> {
  const declared = reader.visibility.entity(entity)
  const found = declared && (await records(declared, {name: recordName}).byId(reader, id))
  if (!found) throw new Refused('NOT_FOUND')
  return {id: found.id, name: found.name}
}

const jsonOf = (value: Value): CodeValue => encodeValue(value) as CodeValue

/** Defaults read no records. */
export const environmentOf = ({actor, moment}: Pick<ReadContext, 'actor' | 'moment'>): Environment => ({
  world: {all: () => [], field: () => null},
  this: null,
  me: meOf(actor),
  old: null,
  inputs: new Map(),
  now: moment.now,
  zone: moment.zone,
  today: moment.local.date,
  workingWeek: moment.workingWeek,
})
