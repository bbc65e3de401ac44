/** The time-off planner over a fresh database, with two places, a team and people. */

import {readFileSync} from 'node:fs'
import {compared, fieldCore, parameterCore, thisCore} from '../../src/engine/base/core-build.ts'
import {select} from '../../src/engine/query/select.ts'
import type {Json} from '../../src/feel/core.ts'
import {formatValue} from '../../src/feel/format.ts'
import {
  type Actor,
  type CheckRules,
  documentGrants,
  documentRules,
  type Engine,
  type Input,
  type Outcome,
  operator,
} from '../../src/screens/testing.ts'
import {condition, creating, done, type EngineOptions, engineOf, person, type TestEngine} from './engine.ts'

export const timeOff = readFileSync(new URL('../../apps/time-off/app.md', import.meta.url), 'utf8')

export const rulesOfDocument: CheckRules = (writing, change) => documentRules(writing.specification)(writing, change)

export interface Performed {
  readonly entity: string
  readonly id: string
  readonly version?: number
  readonly once?: string
}

/** Performs an action; inputs as JSON. */
export function act(
  engine: Engine,
  actor: Actor,
  at: Performed,
  action: string,
  inputs: Readonly<Record<string, Json>> = {},
): Promise<Outcome> {
  const given = new Map<string, Input>(Object.entries(inputs).map(([name, json]) => [name, {json}]))
  return engine.change(actor, [{...at, kind: 'action', action, inputs: given}])
}

/**
 * The value of an expression for a record, as text, with the operator's permissions. Its statement is compiled once for
 * all records of the entity.
 */
export async function shown(engine: Engine, {entity, id}: {entity: string; id: string}, text: string): Promise<string> {
  const core = condition(engine.specification, entity, text)
  const type = {kind: 'text'} as const
  const own = fieldCore(thisCore(entity), entity, {name: 'id', type})
  const [row] = await engine.read(operator, reader =>
    select(reader, {
      from: reader.visibility.records(entity),
      where: [compared(own, '=', parameterCore('shown', type))],
      columns: [core],
      limit: 1,
      parameters: new Map([['shown', id]]),
      held: {owner: reader.visibility, name: `shown ${text}`},
    }),
  )
  return formatValue(row?.[0] ?? null)
}

export interface Company extends TestEngine {
  readonly people: Readonly<Record<'ada' | 'bo' | 'cem' | 'max' | 'hana', Actor & {kind: 'person'}>>
  readonly kinds: Readonly<Record<'holiday' | 'sickness' | 'unpaid', string>>
  readonly places: Readonly<Record<'paris' | 'berlin', string>>
  readonly team: string
  make(entity: string, fields: Readonly<Record<string, Json>>): Promise<{entity: string; id: string; version: number}>
  /** A draft of the actor's own. */
  draft(who: Actor, fields: Readonly<Record<string, Json>>): Promise<Outcome>
  act(who: Actor, at: Performed, action: string, inputs?: Readonly<Record<string, Json>>): Promise<Outcome>
  shown(at: {entity: string; id: string}, text: string): Promise<string>
  allowance(who: Actor, days: number, more?: Readonly<Record<string, Json>>): Promise<{entity: string; id: string}>
}

/** Tuesday, 10 March 2026. Ada, Bo and Cem are one team under Max; Hana is human resources and Max's manager. */
export async function company(
  address: string,
  {open = engineOf, ...more}: Partial<EngineOptions> & {readonly open?: typeof engineOf} = {},
): Promise<Company> {
  const made = await open({document: timeOff, address, grants: documentGrants, rules: rulesOfDocument, ...more})
  const {engine} = made
  const make = async (entity: string, fields: Readonly<Record<string, Json>>) =>
    done(await engine.change(operator, [creating(entity, fields)]))
  const makeAll = async (...requests: ReturnType<typeof creating>[]) => {
    const outcome = await engine.change(operator, requests)
    done(outcome)
    return outcome.ok ? outcome.records.map(({id}) => id) : []
  }
  const user = (name: string, roles: string[], fields: Readonly<Record<string, Json>>) =>
    creating('User', {name, email: `${name.toLowerCase()}@example.com`, roles, joined: '2020-01-01', ...fields})
  const known = (id: string, name: string, role: string) => ({...person(id, role), name}) as Actor & {kind: 'person'}
  const [paris = '', berlin = '', team = '', holiday = '', sickness = '', unpaid = ''] = await makeAll(
    creating('Place', {name: 'Paris'}),
    creating('Place', {name: 'Berlin'}),
    creating('Team', {name: 'Makers', most_away: 1}),
    creating('Kind', {name: 'Holiday', notice: 14}),
    creating('Kind', {name: 'Sickness', needs_approval: false, uses_allowance: false}),
    creating('Kind', {name: 'Unpaid leave', uses_allowance: false}),
  )
  const [hana = ''] = await makeAll(user('Hana', ['HR'], {place: paris}))
  const [max = ''] = await makeAll(user('Max', ['Employee'], {place: paris, manager: hana}))
  const member = {team, manager: max}
  const [ada = '', bo = '', cem = ''] = await makeAll(
    user('Ada', ['Employee'], {...member, place: paris}),
    user('Bo', ['Employee'], {...member, place: berlin}),
    user('Cem', ['Employee'], {...member, place: paris}),
  )
  return {
    ...made,
    people: {
      ada: known(ada, 'Ada', 'Employee'),
      bo: known(bo, 'Bo', 'Employee'),
      cem: known(cem, 'Cem', 'Employee'),
      max: known(max, 'Max', 'Employee'),
      hana: known(hana, 'Hana', 'HR'),
    },
    kinds: {holiday, sickness, unpaid},
    places: {paris, berlin},
    team,
    make,
    draft: (who, fields) => engine.change(who, [creating('Request', {kind: holiday, ...fields})]),
    act: (who, at, action, inputs) => act(engine, who, at, action, inputs),
    shown: (at, text) => shown(engine, at, text),
    allowance: (who, days, more = {}) =>
      make('Allowance', {person: who.kind === 'person' ? who.id : '', kind: holiday, year: 2026, days, ...more}),
  }
}
