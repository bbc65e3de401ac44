/** The example of shapes in the documentation is a complete application that answers as the documentation says. */
import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {ApiClient, apiFixture} from '../kit/api.ts'
import {documentOf} from '../kit/documents.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const page = readFileSync(new URL('../../docs/language-calls.md', import.meta.url), 'utf8')
const [, document = ''] = /^````markdown\n(# Links\n[\s\S]*?)^````$/m.exec(page) ?? []

describe.each(storesOfStories)('the example of shapes, on $name', ({make}) => {
  test('A7: has no findings, and its calls answer in its shapes', async () => {
    expect(documentOf(document).findings).toEqual([])
    const api = new ApiClient(await apiFixture({document, address: await make(document)}))
    const written = await api.post('/api/links', {link: {title: 'Nonet', url: 'https://example.com', tags: ['docs']}})
    expect([written.status, written.json]).toEqual([
      201,
      {link: {slug: 'nonet', title: 'Nonet', url: 'https://example.com', tags: ['docs'], notes: 0}},
    ])
    expect((await api.get('/api/links')).json).toEqual({links: [written.json.link], total: 1})
    expect((await api.get('/api/links/nonet')).json).toEqual(written.json)
    const refused = await api.post('/api/links', {link: {title: '', url: 'https://example.com', tags: []}})
    expect([refused.status, refused.json]).toEqual([422, {errors: {title: ["can't be blank"]}}])
    expect((await api.get('/api/links/other')).json).toEqual({errors: {link: ['not found']}})
  })
})
