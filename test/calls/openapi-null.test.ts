/** The description of calls says `null` only where a value can be empty. */
import {describe, expect, test} from 'vitest'
import {ApiClient, apiFixture} from '../kit/api.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = `# Articles

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Articles | / | list of Article | everyone |

## 3. Entities

### Article
- named by: title

| Field | Type | Required | Unique | Set by |
|---|---|---|---|---|
| title | text | yes | | |
| slug | text | | yes | slug of title |
| note | text | | | |
| readers | many User | | | |
| count_of_readers | = count(readers) | | | |
| mine | = me != null and list contains(readers, me) | | | |
| unguarded | = list contains(readers, me) | | | |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | read | Article, User |

## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Read | GET | /api/articles/:slug | one Article | everyone |

### Read

\`\`\`json answer
{"slug": "{slug}", "note": "{note}", "readers": "{count_of_readers}", "all": "{count(readers)}", "mine": "{mine}", "unguarded": "{unguarded}"}
\`\`\`
`

describe.each(storesOfStories)('the description of calls, on $name', ({make}) => {
  test('A5: has null only where a value can be empty', async () => {
    const api = new ApiClient(await apiFixture({document, address: await make(document)}))
    const {json} = await api.get('/_api/openapi.json')
    const content = json.paths['/api/articles/{slug}'].get.responses['200'].content['application/json'].schema
    const properties: Record<string, unknown> = content.properties
    const empty = Object.keys(properties).filter(key => JSON.stringify(properties[key]).includes('null'))
    expect(empty).toEqual(['note', 'unguarded'])
  })
})
