/** Refusals of calls: written for programs, apart from the messages of pages. */
import {describe, expect, test} from 'vitest'
import {ApiClient, apiFixture} from '../kit/api.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# Notes

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Notes | / | list of Note | everyone |
| New note | /new | form for Note | everyone |

## 3. Entities

### Note

| Field | Type | Required |
|---|---|---|
| number | serial | |
| kind | one of long, short | yes |
| title | text | yes |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | create, read | Note |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Read | GET | /api/notes/:number | one Note | everyone |
| Write | POST | /api/notes | create Note | everyone |

### Errors
- messages: REQUIRED can't be blank, NOT_FOUND not found
- keys: NOT_FOUND {entity}

\`\`\`json
{"errors": "{messages by field}"}
\`\`\`
`

const withoutErrors = document.slice(0, document.indexOf('### Errors'))

describe.each(storesOfStories)('refusals of calls, on $name', ({make}) => {
  test('A1: have messages of their own, and pages keep theirs; A2: an unknown address is about no entity', async () => {
    const fixture = await apiFixture({document, address: await make(document)})
    const api = new ApiClient(fixture)
    const blank = {kind: ["can't be blank"], title: ["can't be blank"]}
    expect((await api.post('/api/notes', {})).json).toEqual({errors: blank})
    expect((await api.get('/api/notes/7')).json).toEqual({errors: {note: ['not found']}})
    expect((await api.get('/api/nothing')).json).toEqual({errors: {body: ['not found']}})
    const body = new URLSearchParams({_action: 'create', title: ''})
    const form = await fixture.app.request('/new', {method: 'POST', body, headers: {'sec-fetch-site': 'same-origin'}})
    const html = await form.text()
    expect(html).toContain('Enter a title.')
    expect(html).not.toContain('be blank')
    expect(await (await fixture.app.request('/nothing')).text()).toContain('This page doesn’t exist')
  })

  test('A4: name no page, also where the document says nothing about them', async () => {
    const fixture = await apiFixture({document: withoutErrors, address: await make(withoutErrors)})
    const headers = {'content-type': 'application/json'}
    const broken = await fixture.app.request('/api/notes', {method: 'POST', headers, body: '{"title": '})
    expect(broken.status).toBe(400)
    expect((await broken.json()).detail).toMatch(/valid JSON/)
    const api = new ApiClient(fixture)
    const odd = await api.post('/api/notes', {titel: 'x', kind: 'short', title: 'x'})
    expect(odd.json).toMatchObject({code: 'UNKNOWN_FIELD', errors: [{detail: expect.stringMatching(/^This call/)}]})
    for (const path of ['/api/notes/7', '/api/nothing']) {
      const {status, json} = await api.get(path)
      expect([status, json.detail]).toEqual([404, 'There is nothing at this address that you may read.'])
    }
  })
})
