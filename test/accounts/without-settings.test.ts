/** An application for which nothing of single sign-on, factors, directories and the audit log is set up. */
import {sql} from 'kysely'
import {expect, test} from 'vitest'
import {Client, desk, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const password = 'staple-horse-lamp'

test('signs people in with their password, shows and writes nothing else, and asks for nothing again', async () => {
  const fixture = await peopleFixture({address: await sqlite.make(desk), records: true})
  const client = new Client(fixture)
  const signIn = await (await client.get('/sign-in')).text()
  expect(signIn).not.toMatch(/_sso|webauthn|passkey|shared|Continue with/i)
  for (const path of ['/_sso/company', '/_sso/company/callback', '/_sso/company/logout', '/_scim/v2/Users'])
    expect([path, (await client.get(path)).status]).toEqual([path, 404])
  const email = 'finn@example.com'
  await client.post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  expect((await client.get('/account/audit-log')).status).toBe(404)
  expect(await (await client.get('/account')).text()).not.toMatch(/Audit log|Single sign-on/)
  expect(await (await client.get('/account/security')).text()).not.toContain('Single sign-on')
  const other = new Client(fixture)
  fixture.clock.now += 20 * 60_000
  expect((await other.signIn(email, password)).status).toBe(303)
  const counted = [
    'nonet_token',
    'nonet_audit',
    'nonet_identity',
    'nonet_provider_session',
    'nonet_passkey',
    'nonet_totp',
  ]
  const rows = await fixture.engine.store.read(db =>
    Promise.all(counted.map(async table => (await sql`select * from ${sql.table(table)}`.execute(db)).rows.length)),
  )
  expect(rows).toEqual(counted.map(() => 0))
})
