/**
 * Required fields of a person are asked for when people join: at sign-up, in an invitation and for the first person.
 */

import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {setUpLink} from '../../src/accounts/sign-up.ts'
import {operator} from '../../src/screens/testing.ts'
import {creating, done} from '../kit/engine.ts'
import {Client, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'
import {recordsOf, type Values} from '../kit/store-document.ts'

const document = `# Club

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Teams | / | list of Team | signed in |

## 3. Entities

### Team

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| hidden | yes/no | yes |

### User

| Field | Type | Required | Default | Meaning |
|---|---|---|---|---|
| team | Team | yes | | where you play |
| shirt | one of small, large | yes | | |
| born | date | yes | | |
| level | number | yes | 1 | |
| note | text | | | |

## 6. Roles

| Role | Joins by |
|---|---|
| Player | sign-up |
| Coach | invitation |

| Role | May | On | Where |
|---|---|---|---|
| everyone | read | Team | not(hidden) |
| Coach | read | Team | |
| Coach | create, read, update | User | |
`

const password = 'staple-horse-lamp'

async function club(address: string) {
  const fixture = await peopleFixture({address, document, records: true})
  const team = async (name: string, hidden: boolean) =>
    done(await fixture.engine.change(operator, [creating('Team', {name, hidden})])).id
  return {fixture, open: await team('Open', false), closed: await team('Closed', true)}
}

async function stored({engine}: PeopleFixture, email: string): Promise<Values | undefined> {
  const person = await findByEmail(engine, email)
  return (await recordsOf(engine.store, engine.specification, 'User'))[person?.id ?? '']
}

describe.each(storesOfStories)('required fields of people, on $name', ({make}) => {
  test('are asked for at sign-up, and other fields are ignored', async () => {
    const {fixture, open, closed} = await club(await make(document))
    const client = new Client(fixture)
    const page = await (await client.get('/sign-up')).text()
    for (const name of ['team', 'shirt', 'born']) expect(page).toContain(`name="${name}"`)
    for (const name of ['level', 'note', 'active', 'roles']) expect(page).not.toContain(`name="${name}"`)
    expect(page).toContain('where you play')
    expect(page).toContain('>Open<')
    expect(page).not.toContain('Closed')

    const fields = {_action: 'sign up', name: 'Pia', email: 'pia@example.com', password}
    const empty = await client.post('/sign-up', {...fields, team: open, shirt: '', born: '2001-02-03'})
    expect(empty.status).toBe(422)
    const again = await empty.text()
    expect(again).toContain('id="field-shirt-problem"')
    expect(again).toContain('value="2001-02-03"')
    const said = {...fields, shirt: 'large', born: '2001-02-03'}
    // Hidden records cannot be chosen: they are treated as missing.
    const guessed = await client.post('/sign-up', {...said, team: closed})
    const invented = await client.post('/sign-up', {...said, team: '01900000-0000-7000-8000-000000000000'})
    expect([guessed.status, invented.status]).toEqual([422, 422])
    const shown = async (answer: Response, id: string) =>
      (await answer.text()).replaceAll(id, '').replaceAll(/[\w-]{36,44}|"parts":\{[^}]*\}/g, '')
    expect(await shown(guessed, closed)).toBe(await shown(invented, '01900000-0000-7000-8000-000000000000'))
    expect(await findByEmail(fixture.engine, 'pia@example.com')).toBe(null)

    const joined = await client.post('/sign-up', {...said, team: open, note: 'me too', level: '9', roles: 'Coach'})
    expect(joined.status).toBe(303)
    const values = {team: open, shirt: 'large', born: '2001-02-03', level: 1, note: null, roles: ['Player']}
    expect(await stored(fixture, 'pia@example.com')).toMatchObject(values)
  })

  test('offer more records at sign-up than a form with a lookup', async () => {
    const {fixture} = await club(await make(document))
    const names = Array.from({length: 260}, (_, index) => `Team ${String(index).padStart(3, '0')}`)
    done(
      await fixture.engine.change(
        operator,
        names.map(name => creating('Team', {name, hidden: false})),
      ),
    )
    const page = await (await new Client(fixture).get('/sign-up')).text()
    expect(names.filter(name => !page.includes(`>${name}<`))).toEqual([])
  })

  test('are asked for in the first set-up, and in invitations', async () => {
    const {fixture, open, closed} = await club(await make(document))
    const client = new Client(fixture)
    const {pathname} = new URL((await setUpLink(fixture.world)) ?? '')
    expect(await (await client.get(pathname)).text()).toContain('name="shirt"')
    const first = {_action: 'set up', name: 'Lea', email: 'lea@example.com', password}
    expect((await client.post(pathname, first)).status).toBe(422)
    const said = {team: closed, shirt: 'small', born: '1990-01-01'}
    expect((await client.post(pathname, {...first, ...said})).status).toBe(303)
    expect(await stored(fixture, 'lea@example.com')).toMatchObject(said)

    expect(await (await client.get('/invitations')).text()).toContain('name="born"')
    const guest = {_action: 'invite', name: 'Gil', email: 'gil@example.com', roles: 'Coach'}
    const refused = await client.post('/invitations', {...guest, team: open, born: '1999-09-09'})
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('value="1999-09-09"')
    const whole = {...guest, team: open, born: '1999-09-09', shirt: 'large'}
    expect((await client.post('/invitations', whole)).status).toBe(303)
    expect(await stored(fixture, 'gil@example.com')).toMatchObject({team: open, shirt: 'large', born: '1999-09-09'})
    expect(fixture.mails.map(({to}) => to)).toEqual(['gil@example.com'])
  })
})
