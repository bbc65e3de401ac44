/**
 * An API specified by others, in a document written from their specification and our documentation only: the response
 * to each request, including unusual ones.
 */
import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import type {Json} from '../../src/feel/core.ts'
import {checkWhole} from '../../src/screens/testing.ts'
import {ApiClient, type ApiResponse, apiFixture} from '../kit/api.ts'
import {storesOfStories} from '../kit/store-databases.ts'

const document = readFileSync(new URL('../documents/conduit/app.md', import.meta.url), 'utf8')

test('the document needs nothing beyond the documentation: it has no findings', () => {
  const {findings} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(document)}])
  expect(findings).toEqual([])
})

const blank = ["can't be blank"]
const taken = ['has already been taken']
const missing = {token: ['is missing']}

describe.each(storesOfStories)('an API that others specified, on $name', ({make}) => {
  async function opened() {
    const fixture = await apiFixture({document, address: await make(document)})
    const visitor = new ApiClient(fixture)
    const register = (user: Json) => visitor.post('/api/users', {user})
    const member = async (username: string) => {
      const made = await register({username, email: `${username}@jake.jake`, password: 'jakejake'})
      return visitor.as(made.json.user.token)
    }
    return {visitor, register, jake: await member('jake'), celeb: await member('celeb'), clock: fixture.clock}
  }

  const outcome = async (answer: Promise<ApiResponse>): Promise<unknown> => {
    const {status, json} = await answer
    return [status, json?.errors ?? json]
  }

  test('registers and signs in, and reports problems at each field', async () => {
    const {visitor, register} = await opened()
    const own = {email: 'a@jake.jake', username: 'ann', password: 'jakejake'}
    expect(await register(own)).toMatchObject({
      status: 201,
      json: {user: {email: 'a@jake.jake', username: 'ann', bio: null, image: null, token: expect.any(String)}},
    })
    const blanks = [422, {username: blank, email: blank, password: blank}]
    expect(await outcome(register({...own, username: 'ann2'}))).toEqual([409, {email: taken}])
    expect(await outcome(register({...own, email: 'b@jake.jake'}))).toEqual([409, {username: taken}])
    expect(await outcome(register(own))).toEqual([409, {email: taken, username: taken}])
    expect(await outcome(register({username: '', email: '', password: ''}))).toEqual(blanks)
    expect(await outcome(register({username: null, email: null, password: null}))).toEqual(blanks)
    expect(await outcome(visitor.post('/api/users', {}))).toEqual(blanks)
    const login = (user: Json) => outcome(visitor.post('/api/users/login', {user}))
    expect(await login({email: 'a@jake.jake', password: 'wrong'})).toEqual([401, {credentials: ['invalid']}])
    expect(await login({email: '', password: ''})).toEqual([422, {email: blank, password: blank}])
    expect(await login({email: null, password: null})).toEqual([422, {email: blank, password: blank}])
    expect(await outcome(visitor.get('/api/user'))).toEqual([401, missing])
    expect(await outcome(visitor.as('stale').get('/api/user'))).toEqual([401, missing])
  })

  test('changes the own account: empty and null clear optional fields, and are rejected for required ones', async () => {
    const {jake, visitor} = await opened()
    const change = (user: Json) => outcome(jake.put('/api/user', {user}))
    expect(await change({bio: 'hello', image: 'https://x.test/a.png'})).toMatchObject([200, {user: {bio: 'hello'}}])
    expect(await change({bio: '', image: null})).toMatchObject([200, {user: {bio: null, image: null}}])
    expect(await change({username: ''})).toEqual([422, {username: blank}])
    expect(await change({username: null, email: null})).toEqual([422, {username: blank, email: blank}])
    expect(await change({username: 'celeb'})).toEqual([409, {username: taken}])
    expect(await change({email: 'celeb@jake.jake'})).toEqual([409, {email: taken}])
    expect(await change({})).toMatchObject([200, {user: {username: 'jake'}}])
    expect(await change({username: 'jakob'})).toMatchObject([200, {user: {username: 'jakob'}}])
    expect(await outcome(visitor.get('/api/profiles/jake'))).toEqual([404, {profile: ['not found']}])
    expect(await change({password: 'another-word'})).toMatchObject([200, {user: {token: expect.any(String)}}])
    expect(await outcome(jake.get('/api/user'))).toMatchObject([200, {user: {username: 'jakob'}}])
  })

  test('writes articles with slugs, tags and dates, for their authors only', async () => {
    const {jake, celeb, visitor} = await opened()
    const create = (client: ApiClient, article: Json) => client.post('/api/articles', {article})
    const text = {description: 'd', body: 'b'}
    const made = await create(jake, {title: 'How to train your dragon', ...text, tagList: ['training', 'dragons']})
    expect(made).toMatchObject({
      status: 201,
      json: {
        article: {
          slug: 'how-to-train-your-dragon',
          tagList: ['training', 'dragons'],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          favorited: false,
          favoritesCount: 0,
          author: {username: 'jake', bio: null, image: null, following: false},
        },
      },
    })
    for (const [title, slug] of [
      ['How to train your dragon', 'how-to-train-your-dragon-2'],
      ['Grüße aus Köln – 日本語', 'grusse-aus-koln-日本語'],
      ['!!!', 'untitled'],
      ['🚀', 'untitled-2'],
    ])
      expect((await create(celeb, {title: title ?? '', ...text})).json.article).toMatchObject({slug, tagList: []})
    expect((await visitor.get(`/api/articles/${encodeURIComponent('grusse-aus-koln-日本語')}`)).status).toBe(200)
    const blanks = [422, {title: blank, description: blank, body: blank}]
    expect(await outcome(create(jake, {title: '', description: '', body: ''}))).toEqual(blanks)
    expect(await outcome(jake.post('/api/articles', {}))).toEqual(blanks)
    expect(await outcome(create(visitor, {title: 't', ...text}))).toEqual([401, missing])
    const at = '/api/articles/how-to-train-your-dragon'
    expect(await outcome(celeb.put(at, {article: {body: 'x'}}))).toEqual([403, {article: ['forbidden']}])
    expect(await outcome(celeb.delete(at))).toEqual([403, {article: ['forbidden']}])
    expect(await outcome(visitor.delete(at))).toEqual([401, missing])
    expect(await outcome(jake.put(at, {article: {title: ''}}))).toEqual([422, {title: blank}])
    expect((await jake.put(at, {article: {body: 'new'}})).json.article).toMatchObject({
      body: 'new',
      tagList: ['training', 'dragons'],
    })
    expect((await jake.put(at, {article: {title: 'Did you?', tagList: []}})).json.article).toMatchObject({
      slug: 'did-you',
      tagList: [],
    })
    expect(await outcome(visitor.get(at))).toEqual([404, {article: ['not found']}])
    expect((await jake.delete('/api/articles/did-you')).status).toBe(204)
    expect(await outcome(jake.delete('/api/articles/did-you'))).toEqual([404, {article: ['not found']}])
    expect(await outcome(visitor.get('/api/tags'))).toEqual([200, {tags: ['dragons', 'training']}])
  })

  test('lists the newest first, follows, favours once and comments', async () => {
    const {jake, celeb, visitor, clock} = await opened()
    for (const [client, title] of [
      [jake, 'One'],
      [celeb, 'Two'],
      [celeb, 'Three'],
    ] as const) {
      clock.now += 1000
      await client.post('/api/articles', {article: {title, description: 'd', body: 'b', tagList: [title, 'all']}})
    }
    const slugs = async (client: ApiClient, path: string) => {
      const {json} = await client.get(path)
      return [json.articles.map(({slug}: {slug: string}) => slug), json.articlesCount]
    }
    expect(await slugs(visitor, '/api/articles')).toEqual([['three', 'two', 'one'], 3])
    expect(await slugs(visitor, '/api/articles?limit=1&offset=1&tag=all')).toEqual([['two'], 3])
    expect(await slugs(visitor, '/api/articles?author=celeb&limit=500')).toEqual([['three', 'two'], 2])
    expect(await slugs(visitor, '/api/articles?author=none')).toEqual([[], 0])
    expect(await slugs(visitor, '/api/articles?offset=99999999')).toEqual([[], 3])
    for (const wrong of ['limit=0', 'limit=-1', 'limit=x', 'offset=-1', 'offset=1.5'])
      expect((await visitor.get(`/api/articles?${wrong}`)).status).toBe(422)
    expect(await outcome(visitor.get('/api/articles/feed'))).toEqual([401, missing])
    expect(await slugs(jake, '/api/articles/feed')).toEqual([[], 0])
    const follow = '/api/profiles/celeb/follow'
    for (const following of [true, true])
      expect(await outcome(jake.post(follow))).toMatchObject([200, {profile: {username: 'celeb', following}}])
    expect(await slugs(jake, '/api/articles/feed')).toEqual([['three', 'two'], 2])
    expect(await outcome(visitor.post(follow))).toEqual([401, missing])
    expect(await outcome(jake.post('/api/profiles/none/follow'))).toEqual([404, {profile: ['not found']}])
    for (const following of [false, false])
      expect(await outcome(jake.delete(follow))).toMatchObject([200, {profile: {following}}])
    const favour = '/api/articles/two/favorite'
    const favoured = async (answer: Promise<ApiResponse>) => {
      const {favorited, favoritesCount} = (await answer).json.article
      return [favorited, favoritesCount]
    }
    expect(await favoured(jake.post(favour))).toEqual([true, 1])
    expect(await favoured(jake.post(favour))).toEqual([true, 1])
    expect(await favoured(celeb.post(favour))).toEqual([true, 2])
    expect(await slugs(visitor, '/api/articles?favorited=jake')).toEqual([['two'], 1])
    expect(await favoured(jake.delete(favour))).toEqual([false, 1])
    expect(await favoured(jake.delete(favour))).toEqual([false, 1])
    const comments = '/api/articles/two/comments'
    const said = await celeb.post(comments, {comment: {body: 'Really'}})
    expect(said).toMatchObject({status: 201, json: {comment: {id: expect.any(Number), body: 'Really'}}})
    const {id} = said.json.comment
    expect(await outcome(jake.post(comments, {comment: {body: ''}}))).toEqual([422, {body: blank}])
    expect(await outcome(jake.post('/api/articles/none/comments', {comment: {body: 'x'}}))).toEqual([
      404,
      {article: ['not found']},
    ])
    expect((await visitor.get(comments)).json.comments).toMatchObject([{body: 'Really', author: {username: 'celeb'}}])
    expect(await outcome(jake.delete(`${comments}/${id}`))).toEqual([403, {comment: ['forbidden']}])
    expect(await outcome(visitor.delete(`${comments}/${id}`))).toEqual([401, missing])
    expect(await outcome(celeb.delete(`/api/articles/one/comments/${id}`))).toEqual([404, {comment: ['not found']}])
    expect((await celeb.delete(`${comments}/${id}`)).status).toBe(204)
    expect(await outcome(celeb.delete(`${comments}/${id}`))).toEqual([404, {comment: ['not found']}])
    expect(await outcome(celeb.delete(`${comments}/abc`))).toEqual([404, {comment: ['not found']}])
  })
})

test('a field that a call sets and no caller may write is a finding', () => {
  const without = document.replace('| name, username, email, bio, image |', '| username, email, bio, image |')
  const {findings} = checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(without)}])
  expect(findings).toMatchObject([
    {code: 'N723', message: '"Update user" sets `name`, which Member may not update.', line: expect.any(Number)},
  ])
})
