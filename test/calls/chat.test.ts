/** The messages of the time-off planner to Slack and Teams. */
import {expect, it} from 'vitest'
import {deliverAll, listOutbox} from '../../src/screens/testing.ts'
import {callCourier} from '../../src/webhooks/delivery.ts'
import {done} from '../kit/engine.ts'
import {receiver} from '../kit/receiver.ts'
import {sqlite} from '../kit/store-databases.ts'
import {company, timeOff} from '../kit/time-off.ts'

it('the planner tells Slack and Teams who will be away, not why, if the environment contains their addresses', async () => {
  const to = await receiver()
  const document = timeOff.replace('hosts: hooks.slack.com', 'hosts: 127.0.0.1:*, hooks.slack.com')
  const desk = await company(await sqlite.make(document), {document})
  const {ada, bo, max} = desk.people
  const deliver = (environment: Readonly<Record<string, string>>) =>
    deliverAll({
      store: desk.store,
      couriers: {
        call: callCourier({
          ...{engine: () => desk.engine, environment, privateHosts: ['127.0.0.1'], now: () => desk.clock.now},
        }),
      },
      now: () => desk.clock.now,
      random: () => 0,
      failed: ({cause}) => {
        throw cause
      },
    })
  const approved = async (who: typeof ada, first: string, last: string) => {
    await desk.allowance(who, 20)
    const draft = done(await desk.draft(who, {first_day: first, last_day: last}))
    const sent = done(await desk.act(who, draft, 'submit'))
    return done(await desk.act(max, sent, 'approve'))
  }
  await approved(ada, '2026-04-13', '2026-04-15')
  await deliver({})
  expect(to.received).toEqual([])
  expect(await desk.store.read(db => listOutbox(db, 10))).toEqual([])
  await approved(bo, '2026-05-11', '2026-05-13')
  await deliver({SLACK_URL: `${to.origin}/slack`, TEAMS_URL: `${to.origin}/teams`})
  const byPath = new Map(to.received.map(({path, body}) => [path, JSON.parse(body)]))
  expect(byPath.get('/slack').text).toMatch(
    /^Bo will be away: 11–13 May\. <http:\/\/localhost\/requests\/\S+\|Open the request>$/,
  )
  expect(byPath.get('/teams').attachments[0].content.body[0].text).toBe('Bo will be away: 11–13 May.')
  expect(to.received.map(({body}) => body).join()).not.toContain('Holiday')
})
