/** A form whose grant cannot hold for a person is not offered to them, and says so when it is opened. */
import {describe, expect, test} from 'vitest'
import {Client, peopleFixture} from '../../kit/people.ts'
import {storesOfStories} from '../../kit/store-databases.ts'

const document = `# Clinic

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Home | / | page | everyone |
| Register | /register | form for Patient | Member |
| Ask | /ask | form for Question | Member |

### Home

Welcome.

### Register
- fields: phone
- menu: Start

### Ask
- menu: Start

## 3. Entities

### Patient

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| account | User | yes | me | engine |
| phone | text | yes | | |

### Question

| Field | Type | Required |
|---|---|---|
| text | text | yes |

## 6. Roles

| Role | Joins by |
|---|---|
| Member | sign-up |

| Role | May | On | Where |
|---|---|---|---|
| Member | create | Patient | account = me and count(Patient[account = me]) <= 1 |
| Member | create | Question | |
| Member | read | User | |
`

describe.each(storesOfStories)('a form with a condition about the person, on $name', ({make}) => {
  test('D12: is offered only while the condition holds', async () => {
    const fixture = await peopleFixture({address: await make(document), document, records: true})
    const member = new Client(fixture)
    const account = {name: 'Ann', email: 'ann@example.com', password: 'staple-horse-lamp'}
    await member.post('/sign-up', {_action: 'sign up', ...account})
    const page = async (path: string) => {
      const response = await member.get(path)
      return {status: response.status, html: await response.text()}
    }
    expect((await page('/')).html).toContain('href="/register')
    const open = await page('/register')
    expect([open.status, open.html.includes('name="phone"')]).toEqual([200, true])
    expect((await member.post('/register', {_action: 'create', phone: '1'})).status).toBe(303)
    const closed = await page('/register')
    expect([closed.status, closed.html.includes('name="phone"')]).toEqual([403, false])
    expect(closed.html).toContain('You can’t fill in this form now')
    expect((await member.post('/register', {_action: 'create', phone: '2'})).status).toBe(403)
    const home = await page('/')
    expect(home.html).not.toContain('href="/register')
    expect(home.html).toContain('href="/ask')
  })

  test('D12: is never offered if the condition cannot hold with the new record', async () => {
    const never = document.replace('<= 1', '= 0')
    const fixture = await peopleFixture({address: await make(never), document: never, records: true})
    const member = new Client(fixture)
    const account = {name: 'Ann', email: 'ann@example.com', password: 'staple-horse-lamp'}
    await member.post('/sign-up', {_action: 'sign up', ...account})
    expect(await (await member.get('/')).text()).not.toContain('href="/register')
    expect((await member.get('/register')).status).toBe(403)
  })
})
