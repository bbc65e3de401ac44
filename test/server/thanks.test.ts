/** Texts with braces where there is no record to read: thanks for a form, and an empty screen. */
import {describe, expect, test} from 'vitest'
import {documentOf} from '../kit/documents.ts'
import {Client, peopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# Box

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Tips | / | list of Tip | Reader |
| Tip | /tips/:number | record of Tip | Reader |
| Box | /box | form for Tip | everyone |

### Tips
- empty: We answer within {ANSWER_WITHIN}.

### Box
- fields: name, text
- thanks: Thank you, {name}. We answer within {ANSWER_WITHIN}.

## 3. Entities

### Tip
- named by: number

| Field | Type | Required |
|---|---|---|
| number | serial | |
| name | text | yes |
| text | text | yes |
| rating | number | |

## 6. Roles

| Role | Joins by |
|---|---|
| Reader | sign-up |

| Role | May | On | Fields |
|---|---|---|---|
| everyone | create | Tip | name, text |
| Reader | read, update | Tip | |
| Reader | read | User | |

## 9. Limits

| Name | Value |
|---|---|
| ANSWER_WITHIN | 2 days |
`

describe.each(storesOfStories)('texts without a record, on $name', ({make}) => {
  test('D7: thanks show what was typed to the person who typed it, as long as no one has changed it', async () => {
    const fixture = await peopleFixture({address: await make(document), document, records: true})
    const visitor = new Client(fixture)
    const _once = await visitor.tokenOf('/box')
    const sent = await visitor.post('/box', {_action: 'create', _once, name: 'Ann *Bo* <b>', text: 'Hello'})
    const address = sent.headers.get('location') ?? ''
    expect(address).toMatch(/^\/box\?sent=./)
    const page = async (path: string) => (await visitor.get(path)).text()
    expect(await page(address)).toContain('<p>Thank you, Ann *Bo* &lt;b&gt;. We answer within 2 days.</p>')
    // Only at the address that the person was led to.
    for (const path of ['/box?sent', '/box?sent=x', `${address}0`, address.replace(/sent=./, 'sent=')]) {
      expect(await page(path)).not.toContain('Ann')
      expect(await page(path)).toContain('We have received your answers.')
    }
    const reader = new Client(fixture)
    const account = {name: 'Rita', email: 'rita@example.com', password: 'staple-horse-lamp'}
    await reader.post('/sign-up', {_action: 'sign up', ...account})
    fixture.clock.now += 1000
    const changed = await reader.post('/tips/1?edit', {_action: 'update', _version: '1', name: 'Secret', text: 'Hello'})
    expect(changed.status).toBe(303)
    expect(await page(address)).toContain('We have received your answers.')
  })

  test('D7: an empty screen shows constants', async () => {
    const fixture = await peopleFixture({address: await make(document), document, records: true})
    const reader = new Client(fixture)
    const account = {name: 'Rita', email: 'rita@example.com', password: 'staple-horse-lamp'}
    await reader.post('/sign-up', {_action: 'sign up', ...account})
    expect(await (await reader.get('/')).text()).toContain('We answer within 2 days.')
  })
})

test('D7: a field that no one can fill in there is a finding', () => {
  const found = (from: string, to: string) =>
    documentOf(document.replace(from, to)).findings.map(({code, message, hint}) => `${code} ${message} ${hint}`)
  expect(documentOf(document).findings.map(({code, message}) => `${code} ${message}`)).toEqual([])
  expect(found('you, {name}', 'you, {rating}')).toEqual([
    'N212 `rating` is not a field of this form or a constant. Use one of: name, text, ANSWER_WITHIN.',
  ])
  expect(found('you, {name}', 'you, {nmae}')).toEqual([
    'N212 `nmae` is not a field of this form or a constant. Did you mean `name`?',
  ])
  expect(found('- empty: We', '- empty: {name}, we')).toEqual([
    'N212 `name` is not a constant, and there is no record whose fields it could show. Use one of: ANSWER_WITHIN.',
  ])
})
