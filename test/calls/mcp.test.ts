/**
 * Calls as tools of the Model Context Protocol, used by its official client: the same permissions, rules and errors as
 * the calls themselves.
 */
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client'
import {describe, expect, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {makeKey} from '../../src/accounts/keys.ts'
import {RateLimiter} from '../../src/server/limits.ts'
import {ApiClient, apiFixture, articles, registered} from '../kit/api.ts'
import type {PeopleFixture} from '../kit/people.ts'
import {storesOfStories} from '../kit/store-databases.ts'

/** The client of the SDK, connected to the application without a network. */
async function assistant({app}: PeopleFixture, key: string | null): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/_mcp'), {
    fetch: (url, init) => app.request(new URL(url).pathname, init),
    requestInit: {headers: key === null ? {} : {authorization: `Bearer ${key}`}},
  })
  const client = new Client({name: 'test', version: '1'})
  await client.connect(transport)
  return client
}

async function keyOf({engine, clock}: PeopleFixture, email: string, roles: readonly string[] | null = null) {
  const person = await findByEmail(engine, email)
  const key = person && (await makeKey(engine, {person: person.id, name: 'Assistant', roles, days: null}, clock.now))
  if (!key) throw new Error('no key')
  return key
}

const names = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({name}) => name)

const article = {title: 'How to train your dragon', description: 'Ever wonder how?', body: 'Carefully', tagList: ['x']}

describe.each(storesOfStories)('tools on $name', ({make}) => {
  const opened = async () => {
    const fixture = await apiFixture({document: articles, address: await make(articles)})
    const api = new ApiClient(fixture)
    await registered(api, 'jake')
    await registered(api, 'anna')
    return {fixture, api}
  }

  test('are the calls that the holder of the key may make, with the schemas of the description', async () => {
    const {fixture} = await opened()
    const jake = await assistant(fixture, await keyOf(fixture, 'jake@example.com'))
    const {tools} = await jake.listTools()
    expect(tools.map(({name}) => name)).toContain('writeArticle')
    expect(tools.map(({name}) => name)).not.toContain('logIn')
    const write = tools.find(({name}) => name === 'writeArticle')
    expect(write).toMatchObject({
      title: 'Write article',
      inputSchema: {
        required: ['body'],
        properties: {body: {properties: {article: {required: ['title', 'description', 'body']}}}},
      },
      annotations: {readOnlyHint: false, destructiveHint: false},
    })
    expect(JSON.stringify(tools)).not.toContain('#/components')
    const remove = tools.find(({name}) => name === 'removeArticle')
    expect(remove).toMatchObject({inputSchema: {required: ['slug']}, annotations: {destructiveHint: true}})
    expect(tools.find(({name}) => name === 'tags')).toMatchObject({annotations: {readOnlyHint: true}})
    // A visitor reads public data; a key without the role can do no more.
    const visitor = await names(await assistant(fixture, null))
    expect(visitor.toSorted()).toEqual(['listArticles', 'listComments', 'profile', 'readArticle', 'tags'])
    const without = await names(await assistant(fixture, await keyOf(fixture, 'jake@example.com', [])))
    expect(without).not.toContain('writeArticle')
  })

  test('act as the person of the key, with the same errors as the calls', async () => {
    const {fixture, api} = await opened()
    const jake = await assistant(fixture, await keyOf(fixture, 'jake@example.com'))
    const anna = await assistant(fixture, await keyOf(fixture, 'anna@example.com'))
    const made = await jake.callTool({name: 'writeArticle', arguments: {body: {article}}})
    expect(made.isError).toBeFalsy()
    expect(made.structuredContent).toMatchObject({
      article: {slug: 'how-to-train-your-dragon', author: {username: 'jake'}},
    })
    expect((await api.get('/api/articles/how-to-train-your-dragon')).json).toEqual(made.structuredContent)
    const slug = 'how-to-train-your-dragon'
    const listed = await anna.callTool({name: 'listArticles', arguments: {author: 'jake', limit: 1}})
    expect(listed.structuredContent).toMatchObject({articlesCount: 1, articles: [{slug}]})
    const foreign = await anna.callTool({name: 'removeArticle', arguments: {slug}})
    expect(foreign).toMatchObject({isError: true, content: [{text: expect.stringContaining('forbidden')}]})
    const blank = await anna.callTool({name: 'writeArticle', arguments: {body: {article: {...article, title: ''}}}})
    expect(blank).toMatchObject({isError: true, content: [{text: expect.stringContaining("can't be blank")}]})
    const liked = await anna.callTool({name: 'favourite', arguments: {slug}})
    expect(liked.structuredContent).toMatchObject({article: {favorited: true, favoritesCount: 1}})
    const missing = await anna.callTool({name: 'readArticle', arguments: {slug: '../user'}})
    expect(missing.isError).toBe(true)
    expect(await anna.callTool({name: 'logIn', arguments: {}})).toMatchObject({isError: true})
    const removed = await jake.callTool({name: 'removeArticle', arguments: {slug}})
    expect(removed).toMatchObject({content: [{text: 'Done.'}]})
    expect((await api.get(`/api/articles/${slug}`)).status).toBe(404)
  })

  test('are for holders of a valid key, within the limits of calls, and not for pages of other sites', async () => {
    const {fixture} = await opened()
    const send = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
      fixture.app.request('/_mcp', {
        method,
        headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers},
        ...(method === 'POST' ? {body: JSON.stringify(body)} : {}),
      })
    const list = {jsonrpc: '2.0', id: 1, method: 'tools/list'}
    expect((await send(list)).status).toBe(200)
    const refused = await send(list, {authorization: 'Bearer nonsense'})
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Token'])
    expect((await send(list, {origin: 'https://evil.example'})).status).toBe(403)
    expect((await send([list, list])).status).toBe(400)
    expect((await send({...list, params: {x: 'x'.repeat(2 ** 21)}})).status).toBe(413)
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    const call = (x: unknown) => send({...list, method: 'tools/call', params: {name: 'tags', arguments: {x}}})
    expect([(await call(nested(90))).status, (await call(nested(2000))).status]).toEqual([200, 400])
    const listening = await send(null, {}, 'GET')
    expect([listening.status, listening.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await send({...list, method: 'resources/list'})).status).toBe(200)
  })

  test('are counted once for each request', async () => {
    const rateLimiter = new RateLimiter({now: () => 0})
    const few = articles.replace('| REQUESTS_PER_MINUTE | 6000 |', '| REQUESTS_PER_MINUTE | 10 |')
    const fixture = await apiFixture({document: few, address: await make(few), rateLimiter})
    const left: (string | null)[] = []
    for (const id of [1, 2]) {
      const response = await fixture.app.request('/_mcp', {
        method: 'POST',
        headers: {'content-type': 'application/json', accept: 'application/json, text/event-stream'},
        body: JSON.stringify({jsonrpc: '2.0', id, method: 'tools/call', params: {name: 'tags', arguments: {}}}),
      })
      const [, message = ''] = /^data: (.*)$/m.exec(await response.text()) ?? []
      expect(JSON.parse(message)).toMatchObject({id, result: {structuredContent: {tags: []}}})
      left.push(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1] ?? null)
    }
    expect(Number(left[0]) - Number(left[1])).toBe(1)
  })
})
