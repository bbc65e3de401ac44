/**
 * Adjustments of an allowance: the person is told of each, with its reason, and opens a page that explains the balance.
 * The day is Tuesday, 10 March 2026. Ada works for Max; Hana is human resources.
 */
import {describe, expect, it} from 'vitest'
import {notificationTexts} from '../../src/engine/links/notification-text.ts'
import type {ListData} from '../../src/features/collections/data.ts'
import type {RecordData} from '../../src/features/records/data.ts'
import {type Actor, listNotifications, runSystemActions} from '../../src/screens/testing.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {pagesOf} from '../kit/pages.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {type Company, company, timeOff} from '../kit/time-off.ts'

const plain = (text = '') => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')

describe.each(storesOfStories)('an adjustment of an allowance, on $name', ({make}) => {
  async function opened() {
    const at = await company(await make(timeOff))
    const allowance = await at.allowance(at.people.ada, 25, {carried_over: 2})
    const adjusted = async (days: number, reason: string) =>
      done(await at.engine.change(at.people.hana, [creating('Correction', {allowance: allowance.id, days, reason})]))
    return {at, allowance, adjusted, pages: pagesOf(at.engine)}
  }

  const told = async (at: Company, who: Actor & {kind: 'person'}) => {
    const texts = await at.engine.read(who, async reader =>
      notificationTexts(reader, await listNotifications(reader, who.id, {skip: 0, most: 10})),
    )
    return texts.map(each => plain(each?.sentence ?? '')).toSorted()
  }

  it('is told to the person, with its reason and what is left, also when it is changed', async () => {
    const {at, adjusted} = await opened()
    const {ada, hana, max} = at.people
    const {id, version} = await adjusted(1.5, 'Worked on a Saturday')
    const added = (left: string) =>
      `Your holiday allowance for 2026 was adjusted by 1.5: Worked on a Saturday. Left now: ${left}.`
    expect(await told(at, ada)).toEqual([added('28.5')])
    done(await at.engine.change(hana, [updating('Correction', {id, version}, {days: -1})]))
    expect(await told(at, ada)).toEqual([
      'An adjustment of your holiday allowance for 2026 has changed to -1: Worked on a Saturday. Left now: 26.',
      added('26'),
    ])
    expect(await told(at, max)).toEqual([])
  })

  it('is not told where the system records the balance of another program', async () => {
    const {at} = await opened()
    const kind = (await at.make('Kind', {name: 'Special leave'})).id
    const from = await at.allowance(at.people.bo, 25, {kind, opening: 12})
    for (let sweep = 0; sweep < 3; sweep += 1) await runSystemActions(at.engine)
    expect(await at.shown(from, 'corrected')).toBe('-13')
    expect(await told(at, at.people.bo)).toEqual([])
  })

  it('is on the page of the allowance, which its person reaches from their start page, and colleagues do not', async () => {
    const {at, allowance, adjusted, pages} = await opened()
    const {ada, bo, max} = at.people
    await adjusted(1.5, 'Worked on a Saturday')
    const behind = await pages.get<ListData>(ada, '/?card=my-allowance-days')
    expect(behind.data.records.map(({href}) => href)).toEqual([`/balances/${allowance.id}`])
    for (const who of [ada, max]) {
      const {data} = await pages.get<RecordData>(who, `/balances/${allowance.id}`)
      const shown = new Map(data.fields.map(({label}, index) => [label, plain(data.cells[index]?.text)]))
      expect(shown.get('Days')).toBe('25')
      expect(shown.get('Carry-over')).toBe('2')
      expect(shown.get('Adjustments')).toBe('1.5')
      expect(shown.get('Left')).toBe('28.5')
      const [lines] = data.related
      expect(lines?.records.map(({cells}) => cells.map(({text}) => plain(text)).slice(1, 3))).toEqual([
        ['1.5', 'Worked on a Saturday'],
      ])
      expect(data.actions).toEqual([])
    }
    expect((await pages.get(bo, `/balances/${allowance.id}`)).status).toBe(404)
  })
})
