import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {documentOf} from '../kit/documents.ts'

const read = (path: string) => documentOf(readFileSync(new URL(path, import.meta.url), 'utf8')).specification.entities
const errorsOf = (path: string) =>
  documentOf(readFileSync(new URL(path, import.meta.url), 'utf8')).findings.filter(each => each.severity === 'error')

const helpdesk = '../documents/helpdesk/app.md'
const timeOff = '../../apps/time-off/app.md'

describe.each([
  ['the helpdesk', helpdesk],
  ['the time-off planner', timeOff],
])('%s', (_, path) => {
  test('has no mistakes', () => {
    expect(errorsOf(path)).toEqual([])
  })

  test('has a type for every field and a meaning for every expression', () => {
    const fields = [...read(path).entities.values()].flatMap(({fields}) => [...fields.values()])
    const expressions = fields.flatMap(field => [field.default, field.computed]).filter(each => each !== null)
    expect(expressions.length).toBeGreaterThan(5)
    expect(expressions.filter(each => each.core === null)).toEqual([])
  })
})

describe('the helpdesk', () => {
  test('stores the fields of a ticket as in its table', () => {
    const fields = [...(read(helpdesk).entities.get('Ticket')?.fields.values() ?? [])]
    expect(fields.map(({name, type}) => `${name}: ${type.written} (${type.storage.kind})`)).toEqual([
      'number: serial from 1001 (column)',
      'subject: text 3..120 (column)',
      'body: long text (column)',
      'priority: one of low, normal, high, urgent (column)',
      'requester: User (column)',
      'assignee: User (column)',
      'team: Team (column)',
      'due: date and time (column)',
      'attachments: files (pairs)',
      'resolution: long text (column)',
      'resolved_at: date and time (column)',
      'internal_note: long text (column)',
      'comments: list of Comment by ticket (other side)',
      'overdue: = yes/no (nothing)',
      'status: one of new, open, waiting, resolved, closed (column)',
    ])
  })
})
