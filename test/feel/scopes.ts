/** Hand-written scopes of the two example documents, as declared in points 3 and 9. */
import type {ConstantScope, FieldScope, Scope, Type} from '../../src/feel/index.ts'
import {booleanType, dateTimeType, dateType, daysType, listOf, numberType, textType} from '../../src/feel/type.ts'

export const to = (entity: string): Type => ({kind: 'reference', entity})
export const oneOf = (...words: string[]): Type => ({kind: 'choice', words})
const many = (entity: string): FieldScope => ({type: listOf(to(entity)), relation: true})

type Fields = Readonly<Record<string, Type | FieldScope>>

const common = (): Fields => ({
  id: textType,
  created: dateTimeType,
  created_by: to('User'),
  updated: dateTimeType,
  updated_by: to('User'),
  version: numberType,
})

const isField = (field: Type | FieldScope): field is FieldScope => 'type' in field

export function entitiesOf(entities: Readonly<Record<string, Fields>>): Scope['entities'] {
  return new Map(
    Object.entries(entities).map(([entity, fields]) => [
      entity,
      new Map(
        Object.entries({...common(), ...fields}).map(([name, field]) => [name, isField(field) ? field : {type: field}]),
      ),
    ]),
  )
}

const number = (value: number): ConstantScope => ({type: numberType, value})
const text = (value: string): ConstantScope => ({type: textType, value})
const days = (value: string): ConstantScope => ({type: daysType, value})

const user: Fields = {name: textType, email: textType, roles: listOf(textType), active: booleanType}

export const timeOff: Scope = {
  me: 'User',
  old: true,
  entities: entitiesOf({
    Request: {
      number: numberType,
      person: to('User'),
      kind: to('Kind'),
      first_day: dateType,
      first_half: booleanType,
      last_day: dateType,
      last_half: booleanType,
      days: numberType,
      note: textType,
      cover: to('User'),
      answer: textType,
      decided_by: to('User'),
      decided_at: dateTimeType,
      remarks: many('Remark'),
      team_away: numberType,
      status: oneOf('draft', 'submitted', 'pre-approved', 'approved', 'rejected', 'cancelled', 'cancel_asked', 'taken'),
    },
    Remark: {request: to('Request'), author: to('User'), text: textType},
    Kind: {
      name: textType,
      needs_approval: booleanType,
      uses_allowance: booleanType,
      notice: numberType,
      active: booleanType,
    },
    Allowance: {
      person: to('User'),
      kind: to('Kind'),
      year: numberType,
      days: numberType,
      carried_over: numberType,
      used: numberType,
      left: numberType,
    },
    Team: {name: textType, lead: to('User'), most_away: numberType, members: many('User')},
    Place: {name: textType},
    Holiday: {place: to('Place'), day: dateType, name: textType},
    Closure: {first_day: dateType, last_day: dateType, team: to('Team'), reason: textType},
    User: {
      ...user,
      team: to('Team'),
      manager: to('User'),
      place: to('Place'),
      joined: dateType,
      requests: many('Request'),
    },
  }),
  constants: new Map([
    ['DAYS_PER_YEAR', number(25)],
    ['MAX_CARRY_OVER', number(5)],
    ['NOTICE_DAYS', number(14)],
    ['LONG_LEAVE_DAYS', number(15)],
    ['TIME_ZONE', text('Europe/Paris')],
  ]),
}

export const helpdesk: Scope = {
  me: 'User',
  old: true,
  entities: entitiesOf({
    Ticket: {
      number: numberType,
      subject: textType,
      body: textType,
      priority: oneOf('low', 'normal', 'high', 'urgent'),
      requester: to('User'),
      assignee: to('User'),
      team: to('Team'),
      due: dateTimeType,
      resolution: textType,
      resolved_at: dateTimeType,
      internal_note: textType,
      comments: many('Comment'),
      overdue: booleanType,
      status: oneOf('new', 'open', 'waiting', 'resolved', 'closed'),
    },
    Comment: {ticket: to('Ticket'), author: to('User'), text: textType},
    Team: {name: textType, lead: to('User')},
    User: {...user, team: to('Team')},
  }),
  constants: new Map([
    ['MAX_OPEN_TICKETS', number(20)],
    ['AUTO_CLOSE_AFTER', days('P7D')],
    ['REOPEN_WINDOW', days('P14D')],
    ['TIME_ZONE', text('Europe/Paris')],
  ]),
}
