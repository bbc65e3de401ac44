/** An action with `previews`: what it would do is shown first, and nothing is stored until it is sent again. */
import {describe, expect, test} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {runSystemActions} from '../../../src/screens/testing.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

describe.each(storesOfStories)('the end of an employment, on $name', ({make}) => {
  test('is performed after a page that names what it cancels and the days that are left', async () => {
    const at = await company(await make(timeOff))
    const {ada, hana} = at.people
    const pages = pagesOf(at.engine)
    await runSystemActions(at.engine)
    const week = {person: ada.id, kind: at.kinds.holiday, first_day: '2026-07-06', last_day: '2026-07-10'}
    const request = await at.make('Request', {...week, status: 'approved'})
    const path = `/people/${ada.id}`
    const page = await pages.get<FormScreenData>(hana, `${path}?action=end_employment`)
    expect(page.data).toMatchObject({
      intro:
        'Choose Ada’s last day at the company. You can review the changes before you confirm. Ada will be notified.',
      // Picture 141: not in the colour of success.
      actions: [{name: 'end_employment', label: 'End employment…', tone: 'danger'}],
    })
    const fields = {_action: 'end_employment', _version: String(page.data.version), left_on: '2026-06-30'}
    const asked = await pages.post<FormScreenData>(hana, `${path}?action=end_employment`, fields)
    expect([asked.status, asked.data.intro, plain(asked.data.aboutText)]).toEqual([
      422,
      '',
      'These 2 entries will also be changed:',
    ])
    expect(asked.data.about.map(({name, when}) => plain(`${name}: ${when}`)).toSorted()).toEqual([
      'Ada, 6–10 Jul: Cancelled',
      'Ada, Holiday 2026: Days: 25 → 12.5',
    ])
    expect(asked.data.facts?.map(({label, text}) => [label, plain(text)])).toEqual([
      ['End date', 'Tue 30 Jun'],
      ['Unused days on leaving', '12.5'],
    ])
    expect(asked.data.actions).toMatchObject([{label: 'End employment', tone: 'danger'}])
    const user = {entity: 'User', id: ada.id}
    expect([await at.shown(user, 'left_on'), await at.shown(request, 'status')]).toEqual(['null', 'approved'])

    // Another date than the one that was shown is shown first.
    const other = {...fields, _seen: asked.data.seen ?? '', left_on: '2026-07-31'}
    const again = await pages.post<FormScreenData>(hana, `${path}?action=end_employment`, other)
    expect(again.data.about.map(({name}) => name)).toEqual(['Ada, Holiday 2026'])
    expect(await at.shown(user, 'left_on')).toBe('null')
    await pages.post(hana, `${path}?action=end_employment`, {...fields, _seen: asked.data.seen ?? ''})
    expect([await at.shown(user, 'left_on'), await at.shown(request, 'status')]).toEqual(['2026-06-30', 'cancelled'])
  })

  test('is refused at its field, as without a preview', async () => {
    const at = await company(await make(timeOff))
    const {ada, hana} = at.people
    const pages = pagesOf(at.engine)
    const path = `/people/${ada.id}?action=end_employment`
    const {data} = await pages.get<FormScreenData>(hana, path)
    const fields = {_action: 'end_employment', _version: String(data.version), left_on: '2019-06-30'}
    const refused = await pages.post<FormScreenData>(hana, path, fields)
    expect([refused.status, refused.data.problems.map(({field}) => field), refused.data.seen]).toEqual([
      422,
      ['left_on'],
      undefined,
    ])
  })
})
