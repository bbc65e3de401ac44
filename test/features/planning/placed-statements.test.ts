/** Boards, calendars and timelines need the same number of statements for few and many records. */

import {expect, test} from 'vitest'
import type {Json} from '../../../src/feel/core.ts'
import {documentGrants, operator} from '../../../src/screens/testing.ts'
import {counting} from '../../kit/counting.ts'
import {creating, done, engineOf, person} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite} from '../../kit/store-databases.ts'
import {timeOff} from '../../kit/time-off.ts'

const {make} = sqlite

test('a page with many records needs as many statements as one with half of them', async () => {
  const made = await engineOf({document: timeOff, address: await make(timeOff), grants: documentGrants})
  const one = async (entity: string, fields: Readonly<Record<string, Json>>) =>
    done(await made.engine.change(operator, [creating(entity, fields)])).id
  const kind = await one('Kind', {name: 'Holiday'})
  const people: string[] = []
  for (const name of ['Hana', 'Ada', 'Bo'])
    people.push(await one('User', {name, email: `${name}@example.com`, roles: ['HR']}))
  const add = async (status: string) => {
    const requests = Array.from({length: 40}, (_, index) => {
      const first_day = `2026-03-${String((index % 20) + 1).padStart(2, '0')}`
      return creating('Request', {person: people[index % 3] ?? '', kind, first_day, last_day: '2026-03-25', status})
    })
    done(await made.engine.change(operator, requests))
  }
  const {engine, counted} = counting(made.engine)
  const pages = pagesOf(engine)
  const costs = async (path: string) => {
    expect((await pages.get(person(people[0] ?? '', 'HR'), path)).status).toBe(200)
    return counted()
  }
  const paths = ['/away', '/calendar', '/calendar?view=agenda', '/progress']
  await add('rejected')
  await add('approved')
  const before = []
  for (const path of paths) before.push(await costs(path))
  await add('approved')
  await add('rejected')
  const after = []
  for (const path of paths) after.push(await costs(path))
  expect(after).toEqual(before)
  expect(Math.max(...after)).toBeLessThan(30)
})
