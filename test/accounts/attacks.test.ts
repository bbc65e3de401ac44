/**
 * References to other people's data, and unrequested fields, by address, body, hidden input and list: nothing is
 * written.
 */
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import type {Reference} from '../../src/feel/value.ts'
import {operator} from '../../src/screens/testing.ts'
import {companyOf, type Person, pathOf, withEveryScreen} from '../kit/any-company.ts'
import {documentOf} from '../kit/documents.ts'
import {done, updating} from '../kit/engine.ts'
import {Attempts} from '../kit/matrix.ts'
import {fail, referencesIn} from '../kit/naive-world.ts'
import {sqlite} from '../kit/store-databases.ts'

const slow = 120_000

test(
  'forged references and fields are rejected as a whole',
  async () => {
    const written = readFileSync('apps/time-off/app.md', 'utf8')
    const entities = [...documentOf(written).specification.entities.entities.values()]
    const company = await companyOf(withEveryScreen(written, entities), await sqlite.make())
    const attempts = new Attempts(company)
    const request = company.entities.find(({name}) => name === 'Request') ?? fail('no Request')
    const note = request.fields.get('note') ?? fail('no note')
    const employees = company.people.filter(({roles}) => roles.join() === 'Employee')
    const versionOf = (at: Reference) => String(company.naive.stored(at)?.get('version'))
    // The system would at once cancel a request for days after the last day at the company.
    for (const {id} of employees) {
      const at = {id, version: Number(versionOf({entity: 'User', id}))}
      done(await company.engine.change(operator, [updating('User', at, {left_on: null})]))
      await company.sync('User')
    }

    // A person who sees other people's records and has their own draft, created in the usual way.
    const foreignTo = (who: Person) =>
      company.naive.kept('Request').find(at => {
        const people = referencesIn(company.naive.field(at, 'person'))
        const isSeen = people.length > 0 && people.every(({id}) => id !== who.id) && company.sightOf(who).isSeen(at)
        return isSeen && attempts.update(who, request, {field: note, at}).expected === 'refused'
      })
    const me = employees.find(foreignTo) ?? fail('nothing is foreign')
    const foreign = foreignTo(me) ?? fail('nothing is foreign')
    const other = employees.find(({id}) => id !== me.id) ?? fail('nobody else')
    const made = attempts.create(me, request, note)
    const fields = [...made.texts].map(([name, [text = '']]): [string, string] => [name, text])
    expect((await company.send(me, `${pathOf('Request')}/new`, [['_action', 'create'], ...fields])).status).toBe(303)
    const [id = fail('no draft')] = await company.sync('Request')
    const mine = {entity: 'Request', id}
    expect(company.naive.stored(mine)?.get('status')).toBe('draft')
    const visibility = company.sightOf(me)
    const hidden = company.naive.kept('Request').find(at => !visibility.isSeen(at)) ?? fail('nothing is hidden')

    const page = `${pathOf('Request')}/${id}`
    const saving: [string, string][] = [
      ['_action', 'update'],
      ['_version', versionOf(mine)],
      ['note', 'taken over'],
    ]
    const forged: Record<string, [string, string][]> = {
      'another id': [['id', hidden.id]],
      'whose it is': [['person', other.id]],
      'who made it': [['created_by', other.id]],
      'its state': [['status', 'approved']],
      'its number': [['number', '1']],
      'its version': [['version', '99']],
      'who decided': [['decided_by', me.id]],
      'a constructor': [['constructor.prototype.roles', 'HR']],
      'a nested field': [['person.roles', 'HR']],
      'a nested field in brackets': [['person[roles]', 'HR']],
      'a part': [['remarks.0.text', 'said']],
      'a field twice': [
        ['kind', 'x'],
        ['kind', 'y'],
      ],
      'no such field': [['salary', '1']],
    }
    company.hasWritten()
    for (const [name, extra] of Object.entries(forged)) {
      const answer = await company.send(me, page, [...saving, ...extra])
      expect([name, answer.status >= 400 && answer.status < 500, company.hasWritten()]).toEqual([name, true, false])
    }

    const many = (records: readonly Reference[]) =>
      records.map((at): [string, string] => ['_record', `${at.id}:${versionOf(at)}`])
    // Actions that end records have a confirmation page, and are sent to that page.
    const asking = (action: string, records: readonly Reference[]) =>
      `${pathOf('Request')}?${new URLSearchParams([['_bulk', action], ...many(records)])}`
    const elsewhere: [string, string, [string, string][]][] = [
      ['hidden by address', `${pathOf('Request')}/${hidden.id}`, saving],
      ['foreign by address', `${pathOf('Request')}/${foreign.id}`, saving],
      [
        'deleting what is hidden',
        `${pathOf('Request')}/${hidden.id}`,
        [
          ['_action', 'delete'],
          ['_version', versionOf(hidden)],
        ],
      ],
      [
        'deleting many, from the page that asks',
        asking('delete', [mine, hidden, foreign]),
        [['_action', 'delete'], ...many([mine, hidden, foreign])],
      ],
      [
        'withdrawing many, one of them hidden',
        asking('withdraw', [mine, hidden]),
        [['_action', 'withdraw'], ...many([mine, hidden])],
      ],
      [
        'withdrawing many, one of them foreign',
        asking('withdraw', [mine, foreign]),
        [['_action', 'withdraw'], ...many([mine, foreign])],
      ],
      [
        'a new one for another person',
        `${pathOf('Request')}/new`,
        [['_action', 'create'], ...fields, ['person', other.id]],
      ],
      [
        'a person with more roles',
        `${pathOf('User')}/new`,
        [
          ['_action', 'create'],
          ['name', 'Eve'],
          ['email', 'eve@example.com'],
          ['roles', 'HR'],
        ],
      ],
      [
        'more roles for oneself',
        `${pathOf('User')}/${me.id}`,
        [
          ['_action', 'update'],
          ['_version', versionOf({entity: 'User', id: me.id})],
          ['roles', 'HR'],
        ],
      ],
    ]
    for (const [name, path, sent] of elsewhere) {
      const answer = await company.send(me, path, sent)
      expect([name, answer.status >= 400 && answer.status < 500, company.hasWritten()]).toEqual([name, true, false])
    }
    // Without the forged value it is accepted, so the forgery was the reason. Names that start with _ are never fields.
    const before = company.naive.stored(mine)
    const reserved: [string, string][] = [
      ['__proto__', 'x'],
      ['__proto__.roles', 'HR'],
    ]
    expect((await company.send(me, page, [...saving, ...reserved])).status).toBe(303)
    expect(company.hasWritten()).toBe(true)
    await company.sync('Request')
    const changed = [...(company.naive.stored(mine) ?? [])].filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.get(name)),
    )
    const own = ['updated', 'updated_by', 'version']
    expect(changed.map(([name]) => name).filter(name => !own.includes(name))).toEqual(['note'])
    expect(Object.hasOwn(Object.prototype, 'roles')).toBe(false)
  },
  slow,
)
