/** The problems of a refused form. */
import {expect, test} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const {make} = sqlite

test('P44: are in the order of the fields on the page', async () => {
  const {engine, people} = await company(await make(timeOff))
  const {data} = await pagesOf(engine).post<FormScreenData>(people.ada, '/requests/new', {
    ...{_action: 'submit', first_day: '', last_day: '', first_half: 'no', last_half: 'no', kind: '_none', note: ''},
  })
  const shown = data.fields.map(({name}) => name)
  const missing = data.problems.map(({field}) => field)
  expect(missing).toEqual(['kind', 'first_day', 'last_day'])
  expect(missing).toEqual(shown.filter(name => missing.includes(name)))
})
