/**
 * An application specified by others, described without code: users, profiles, articles, comments, favourites, a feed
 * and tags.
 */
import {describe, expect, test} from 'vitest'
import {ApiClient, apiFixture, articles, easyArticles, password, registered} from '../kit/api.ts'
import {stores} from '../kit/store-databases.ts'

const dragon = {
  title: 'How to train your dragon',
  description: 'Ever wonder how?',
  body: 'It takes a Jacobian',
  tagList: ['dragons', 'training'],
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

describe.each(stores)('the articles API on $name', ({make}) => {
  const opened = async () => {
    const fixture = await apiFixture({document: articles, address: await make(articles)})
    return {fixture, api: new ApiClient(fixture)}
  }

  test('registers, signs in, and returns and changes the current user', async () => {
    const {api} = await opened()
    const user = {username: 'jake', email: 'jake@example.com', password}
    const made = await api.post('/api/users', {user})
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      user: {username: 'jake', email: 'jake@example.com', bio: null, image: null, token: expect.any(String)},
    })
    const entered = await api.post('/api/users/login', {user: {email: 'jake@example.com', password}})
    expect(entered.status).toBe(200)
    const {token} = entered.json.user
    const jake = api.as(token)
    expect((await jake.get('/api/user')).json).toEqual({
      user: {username: 'jake', email: 'jake@example.com', bio: null, image: null, token},
    })
    const changed = await jake.put('/api/user', {
      user: {bio: 'I work at statefarm', image: 'https://example.com/jake.png', email: 'jake2@example.com'},
    })
    expect(changed.status).toBe(200)
    expect(changed.json.user).toMatchObject({bio: 'I work at statefarm', email: 'jake2@example.com', token})
    expect((await jake.get('/api/user')).json.user.bio).toBe('I work at statefarm')
    const emptied = await jake.put('/api/user', {user: {bio: null}})
    expect(emptied.json.user.bio).toBeNull()
  })

  test('changes a password, which ends other tokens of the person', async () => {
    const {api} = await opened()
    const first = await registered(api, 'jake')
    const second = api.as(
      (await api.post('/api/users/login', {user: {email: 'jake@example.com', password}})).json.user.token,
    )
    const changed = await second.put('/api/user', {user: {password: 'another-horse-lamp'}})
    expect(changed.status).toBe(200)
    expect((await second.get('/api/user')).status).toBe(200)
    expect((await first.get('/api/user')).status).toBe(401)
    const old = await api.post('/api/users/login', {user: {email: 'jake@example.com', password}})
    expect(old.status).toBe(401)
    const entered = await api.post('/api/users/login', {
      user: {email: 'jake@example.com', password: 'another-horse-lamp'},
    })
    expect(entered.status).toBe(200)
  })

  test('changes a password only with a new token, for which the present one was given', async () => {
    const {api, fixture} = await opened()
    const jake = await registered(api, 'jake')
    fixture.clock.now += 11 * 60_000
    const late = await jake.put('/api/user', {user: {password: 'another-horse-lamp'}})
    expect(late.status).toBe(403)
    expect((await jake.put('/api/user', {user: {bio: 'Still here.'}})).status).toBe(200)
    const {json} = await api.post('/api/users/login', {user: {email: 'jake@example.com', password}})
    expect((await api.as(json.user.token).put('/api/user', {user: {password: 'another-horse-lamp'}})).status).toBe(200)
  })

  test('accepts the passwords of test collections if the document allows it', async () => {
    const lenient = new ApiClient(await apiFixture({document: easyArticles, address: await make(easyArticles)}))
    const user = {username: 'jake', email: 'jake@example.com', password: 'password'}
    expect((await lenient.post('/api/users', {user})).status).toBe(201)
    expect((await lenient.post('/api/users', {user: {...user, password: 'short'}})).json.errors).toHaveProperty(
      'password',
    )
    const {api} = await opened()
    expect((await api.post('/api/users', {user})).json.errors).toHaveProperty('password')
  })

  test('returns errors in the shape and with the status of the document', async () => {
    const {api} = await opened()
    await registered(api, 'jake')
    const again = await api.post('/api/users', {user: {username: 'jake', email: 'jake@example.com', password}})
    expect(again.status).toBe(409)
    expect(again.json).toEqual({
      errors: {username: ['has already been taken'], email: ['has already been taken']},
    })
    const blank = await api.post('/api/users', {user: {username: '', email: '', password: ''}})
    expect(blank.status).toBe(422)
    expect(Object.keys(blank.json.errors).toSorted()).toEqual(['email', 'password', 'username'])
    const wrong = await api.post('/api/users/login', {user: {email: 'jake@example.com', password: 'nonsense-lamp'}})
    expect(wrong.status).toBe(401)
    expect(wrong.json).toEqual({errors: {credentials: ['invalid']}})
    const missing = await api.get('/api/user')
    expect(missing.status).toBe(401)
    expect(missing.json).toEqual({errors: {token: ['is missing']}})
    expect(missing.headers.get('www-authenticate')).toBe('Token')
    const nowhere = await api.get('/api/articles/nowhere')
    expect(nowhere.status).toBe(404)
    expect(nowhere.json).toEqual({errors: {article: ['not found']}})
    expect((await api.as('x'.repeat(43)).get('/api/articles')).status).toBe(401)
  })

  test('shows profiles to everyone, and who the caller follows', async () => {
    const {api} = await opened()
    const jake = await registered(api, 'jake')
    const anna = await registered(api, 'anna')
    expect((await api.get('/api/profiles/anna')).json).toEqual({
      profile: {username: 'anna', bio: null, image: null, following: false},
    })
    const followed = await jake.post('/api/profiles/anna/follow')
    expect(followed.status).toBe(200)
    expect(followed.json.profile).toEqual({username: 'anna', bio: null, image: null, following: true})
    expect((await jake.post('/api/profiles/anna/follow')).json.profile.following).toBe(true)
    expect((await jake.get('/api/profiles/anna')).json.profile.following).toBe(true)
    expect((await anna.get('/api/profiles/anna')).json.profile.following).toBe(false)
    expect((await jake.delete('/api/profiles/anna/follow')).json.profile.following).toBe(false)
    expect((await jake.get('/api/profiles/nobody')).status).toBe(404)
    expect((await api.post('/api/profiles/anna/follow')).status).toBe(401)
  })

  test('writes, reads, changes and removes articles, with slugs made from their titles', async () => {
    const {api} = await opened()
    const jake = await registered(api, 'jake')
    const made = await jake.post('/api/articles', {article: dragon})
    expect(made.status).toBe(201)
    expect(made.json.article).toEqual({
      slug: 'how-to-train-your-dragon',
      ...dragon,
      createdAt: expect.stringMatching(iso),
      updatedAt: expect.stringMatching(iso),
      favorited: false,
      favoritesCount: 0,
      author: {username: 'jake', bio: null, image: null, following: false},
    })
    const second = await jake.post('/api/articles', {article: {...dragon, tagList: ['dragons', 'new']}})
    expect(second.json.article.slug).toBe('how-to-train-your-dragon-2')
    expect((await api.get('/api/articles/how-to-train-your-dragon')).json.article.body).toBe(dragon.body)
    const changed = await jake.put('/api/articles/how-to-train-your-dragon', {article: {title: 'Did you train it?'}})
    expect(changed.status).toBe(200)
    expect(changed.json.article).toMatchObject({
      slug: 'did-you-train-it',
      title: 'Did you train it?',
      body: dragon.body,
    })
    expect((await api.get('/api/articles/how-to-train-your-dragon')).status).toBe(404)
    const kept = await jake.put('/api/articles/did-you-train-it', {article: {body: 'Another body'}})
    expect(kept.json.article).toMatchObject({slug: 'did-you-train-it', tagList: ['dragons', 'training']})
    const untagged = await jake.put('/api/articles/did-you-train-it', {article: {tagList: []}})
    expect(untagged.json.article.tagList).toEqual([])
    const removed = await jake.delete('/api/articles/did-you-train-it')
    expect(removed.status).toBe(204)
    expect(removed.text).toBe('')
    expect((await api.get('/api/articles/did-you-train-it')).status).toBe(404)
    expect((await api.get('/api/tags')).json).toEqual({tags: ['dragons', 'new', 'training']})
  })

  test('lets only the author change or remove an article', async () => {
    const {api} = await opened()
    const jake = await registered(api, 'jake')
    const anna = await registered(api, 'anna')
    await jake.post('/api/articles', {article: dragon})
    const slug = 'how-to-train-your-dragon'
    expect((await anna.put(`/api/articles/${slug}`, {article: {body: 'mine now'}})).status).toBe(403)
    expect((await anna.delete(`/api/articles/${slug}`)).status).toBe(403)
    expect((await api.delete(`/api/articles/${slug}`)).status).toBe(401)
    expect((await api.get(`/api/articles/${slug}`)).json.article.body).toBe(dragon.body)
    const blank = await jake.post('/api/articles', {article: {title: '', description: 'x', body: 'y'}})
    expect(blank.status).toBe(422)
    expect(blank.json).toEqual({errors: {title: ["can't be blank"]}})
    const ruled = await jake.post('/api/articles', {article: {...dragon, title: '???'}})
    expect(ruled.json).toEqual({errors: {title: ['needs a letter or a digit']}})
  })

  test('lists articles by tag, author and favourite, with limit and offset, newest first', async () => {
    const {api, fixture} = await opened()
    const jake = await registered(api, 'jake')
    const anna = await registered(api, 'anna')
    for (const [index, by] of [jake, anna, jake, jake].entries()) {
      fixture.clock.now += 1000
      await by.post('/api/articles', {
        article: {...dragon, title: `Article ${index}`, tagList: [`t${index % 2}`, 'all']},
      })
    }
    await anna.post('/api/articles/article-0/favorite')
    const titles = async (query: string) => {
      const {json} = await api.get(`/api/articles${query}`)
      return [json.articlesCount, ...json.articles.map((each: {title: string}) => each.title)]
    }
    expect(await titles('')).toEqual([4, 'Article 3', 'Article 2', 'Article 1', 'Article 0'])
    expect(await titles('?limit=1')).toEqual([4, 'Article 3'])
    expect(await titles('?limit=2&offset=1')).toEqual([4, 'Article 2', 'Article 1'])
    expect(await titles('?offset=9')).toEqual([4])
    expect(await titles('?tag=t1')).toEqual([2, 'Article 3', 'Article 1'])
    expect(await titles('?author=anna')).toEqual([1, 'Article 1'])
    expect(await titles('?favorited=anna')).toEqual([1, 'Article 0'])
    expect(await titles('?favorited=jake')).toEqual([0])
    expect(await titles('?tag=nothing')).toEqual([0])
    const {json} = await api.get('/api/articles?limit=1')
    expect(Object.keys(json.articles[0])).not.toContain('body')
    expect((await api.get('/api/articles?limit=many')).status).toBe(422)
  })

  test('favourites an article, with a count, once per person', async () => {
    const {api} = await opened()
    const jake = await registered(api, 'jake')
    const anna = await registered(api, 'anna')
    await jake.post('/api/articles', {article: dragon})
    const at = '/api/articles/how-to-train-your-dragon'
    expect((await anna.post(`${at}/favorite`)).json.article).toMatchObject({favorited: true, favoritesCount: 1})
    expect((await anna.post(`${at}/favorite`)).json.article).toMatchObject({favorited: true, favoritesCount: 1})
    expect((await jake.post(`${at}/favorite`)).json.article).toMatchObject({favorited: true, favoritesCount: 2})
    expect((await api.get(at)).json.article).toMatchObject({favorited: false, favoritesCount: 2})
    expect((await anna.delete(`${at}/favorite`)).json.article).toMatchObject({favorited: false, favoritesCount: 1})
    expect((await jake.get(at)).json.article).toMatchObject({favorited: true, favoritesCount: 1})
  })

  test('feeds articles of followed people', async () => {
    const {api} = await opened()
    const jake = await registered(api, 'jake')
    const anna = await registered(api, 'anna')
    await anna.post('/api/articles', {article: dragon})
    await jake.post('/api/articles', {article: {...dragon, title: 'Mine'}})
    expect((await jake.get('/api/articles/feed')).json).toEqual({articles: [], articlesCount: 0})
    await jake.post('/api/profiles/anna/follow')
    const {json} = await jake.get('/api/articles/feed')
    expect(json.articlesCount).toBe(1)
    expect(json.articles[0]).toMatchObject({
      slug: 'how-to-train-your-dragon',
      author: {username: 'anna', following: true},
    })
    expect((await api.get('/api/articles/feed')).status).toBe(401)
  })

  test('comments on an article, and lets the author of a comment remove it', async () => {
    const {api} = await opened()
    const jake = await registered(api, 'jake')
    const anna = await registered(api, 'anna')
    await jake.post('/api/articles', {article: dragon})
    const at = '/api/articles/how-to-train-your-dragon/comments'
    const made = await anna.post(at, {comment: {body: 'His name was my name too.'}})
    expect(made.status).toBe(201)
    expect(made.json.comment).toEqual({
      id: expect.any(Number),
      createdAt: expect.stringMatching(iso),
      updatedAt: expect.stringMatching(iso),
      body: 'His name was my name too.',
      author: {username: 'anna', bio: null, image: null, following: false},
    })
    await jake.post(at, {comment: {body: 'Thanks'}})
    expect((await api.get(at)).json.comments.map((each: {body: string}) => each.body)).toEqual([
      'His name was my name too.',
      'Thanks',
    ])
    const {id} = made.json.comment
    expect((await jake.delete(`${at}/${id}`)).status).toBe(403)
    expect((await anna.delete(`/api/articles/elsewhere/comments/${id}`)).status).toBe(404)
    expect((await anna.delete(`${at}/${id}`)).status).toBe(204)
    expect((await api.get(at)).json.comments).toHaveLength(1)
    expect((await anna.post(at, {comment: {body: ''}})).json).toEqual({errors: {body: ["can't be blank"]}})
    expect((await api.get('/api/articles/nowhere/comments')).status).toBe(404)
    expect((await anna.post('/api/articles/nowhere/comments', {comment: {body: 'x'}})).status).toBe(404)
  })
})
