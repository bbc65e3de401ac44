/** Slugs beside other addresses: a record is found at its own. */
import {describe, expect, test} from 'vitest'
import {ApiClient, apiFixture} from '../kit/api.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# Articles

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Articles | / | list of Article | everyone |
| Drafts | /articles/drafts | list of Article | everyone |
| Article | /articles/:slug | record of Article | everyone |

## 3. Entities

### Article
- named by: title

| Field | Type | Required | Unique | Set by |
|---|---|---|---|---|
| title | text | yes | | |
| slug | text | yes | yes | slug of title |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | create, read, update | Article |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Feed | GET | /api/articles/feed | list of Article | everyone |
| Read | GET | /api/articles/:slug | one Article | everyone |
| Comments | GET | /api/articles/:slug/comments | list of Article | everyone |
| Write | POST | /api/articles | create Article | everyone |
`.replace(/\| Comments .*\n/, '')

describe.each(storesOfStories)('a slug, on $name', ({make}) => {
  test('A3: is not the word of another address in its place', async () => {
    const api = new ApiClient(await apiFixture({document, address: await make(document)}))
    const slugOf = async (title: string) => (await api.post('/api/articles', {title})).json.slug
    expect(await slugOf('Feed')).toBe('feed-2')
    expect(await slugOf('Feed')).toBe('feed-3')
    expect(await slugOf('Drafts')).toBe('drafts-2')
    expect(await slugOf('Articles')).toBe('articles')
    expect((await api.get('/api/articles/feed-2')).json.title).toBe('Feed')
  })
})
