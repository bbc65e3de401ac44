/**
 * A client generated from the description, as users would do it: `openapi-typescript` creates the types, the compiler
 * checks the requests below against them, and `openapi-fetch` sends these. The types are in `articles-api.d.ts`;
 * `vitest -u` writes them again.
 */
import {registerHooks} from 'node:module'
import createClient from 'openapi-fetch'
import {expect, test} from 'vitest'
import {ApiClient, apiFixture, articles, registered} from '../kit/api.ts'
import {sqlite} from '../kit/store-databases.ts'
import type {paths} from './articles-api.d.ts'

/** The generator needs the API of the compiler, which version 7 does not have. */
async function typesOf(description: string): Promise<string> {
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      next(
        name === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-5' : name,
        context,
      ),
  })
  try {
    const {default: generate, astToString} = await import('openapi-typescript')
    return astToString(await generate(description))
  } finally {
    hooks.deregister()
  }
}

test('a generated client has the types of the calls, and its requests get matching responses', async () => {
  const fixture = await apiFixture({document: articles, address: await sqlite.make(articles)})
  const jake = await registered(new ApiClient(fixture), 'jake')
  const described = await jake.get('/_api/openapi.json')
  await expect(await typesOf(described.text)).toMatchFileSnapshot('articles-api.d.ts')

  const entered = await jake.post('/api/users/login', {
    user: {email: 'jake@example.com', password: 'staple-horse-lamp'},
  })
  const client = createClient<paths>({
    baseUrl: 'http://localhost',
    fetch: request => fixture.app.fetch(request),
    headers: {authorization: `Token ${entered.json.user.token}`},
  })
  const article = {title: 'How to train your dragon', description: 'Ever wonder how?', body: 'Carefully'}
  const made = await client.POST('/api/articles', {body: {article: {...article, tagList: ['dragons']}}})
  const slug: string = made.data?.article.slug ?? ''
  expect([made.response.status, slug, made.data?.article.tagList]).toEqual([
    201,
    'how-to-train-your-dragon',
    ['dragons'],
  ])

  const read = await client.GET('/api/articles/{slug}', {params: {path: {slug}}})
  const likes: number | null = read.data?.article.favoritesCount ?? null
  expect([likes, read.data?.article.author?.username]).toEqual([0, 'jake'])
  const listed = await client.GET('/api/articles', {params: {query: {author: 'jake', limit: 1}}})
  expect([listed.data?.articlesCount, listed.data?.articles[0]?.slug]).toEqual([1, slug])
  const changed = await client.PUT('/api/articles/{slug}', {params: {path: {slug}}, body: {article: {body: 'Gently'}}})
  expect(changed.data?.article.body).toBe('Gently')

  // @ts-expect-error: a title is a text
  const wrong = await client.POST('/api/articles', {body: {article: {...article, title: 1}}})
  expect([wrong.response.status, wrong.error?.errors]).toEqual([422, {title: [expect.any(String)]}])
  // @ts-expect-error: an article has a body
  const short = await client.POST('/api/articles', {body: {article: {title: 'x', description: 'y'}}})
  expect(short.error?.errors).toEqual({body: ["can't be blank"]})
  const removed = await client.DELETE('/api/articles/{slug}', {params: {path: {slug}}})
  expect(removed.response.status).toBe(204)
})
