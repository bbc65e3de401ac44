/** The link back from an error: to the record, to the submitted form, or none. */
import {describe, expect, it} from 'vitest'
import {errorBackLink} from '../../src/server/middleware/error-handler.ts'
import {createFixture} from '../kit/fixture.ts'
import {request, sameOrigin, urlencoded} from '../kit/http.ts'

const post = {method: 'POST'}
const get = {method: 'GET'}
const form = '/tickets/new?team=3'

describe('the link back from an error', () => {
  it.each(['TOO_LARGE', 'TOO_MANY', 'BAD_INPUT', 'UNSUPPORTED'] as const)(
    '%s leads to the form that was sent',
    code => {
      expect(errorBackLink(code, post, form)).toEqual({href: form, typed: true})
      expect(errorBackLink(code, get, form)).toBeNull()
    },
  )

  it.each(['FORBIDDEN', 'CONFLICT', 'NOT_NOW', 'REFERRED_TO'] as const)('%s leads to what it was about', code => {
    const record = {href: '/tickets/7', typed: false}
    expect(errorBackLink(code, post, '/tickets/7?action=take')).toEqual(record)
    expect(errorBackLink(code, post, '/tickets/7')).toEqual(record)
    expect(errorBackLink(code, get, '/tickets/7?edit')).toEqual(record)
    expect(errorBackLink(code, get, '/tickets/7')).toBeNull()
  })

  it.each(['NOT_FOUND', 'LINK_ENDED', 'MAIL_LINK_ENDED', 'TOO_MANY_REQUESTS', 'CROSS_SITE', 'UNKNOWN_ACTION'] as const)(
    '%s has none of these',
    code => {
      expect([errorBackLink(code, post, form), errorBackLink(code, get, form)]).toEqual([null, null])
    },
  )

  it('is on the page, whatever another page claims to have sent; only the script promises the input', async () => {
    const headers = {...sameOrigin, ...urlencoded, referer: 'https://elsewhere.test/form'}
    const body = `_action=stay&a=${'x'.repeat(1_100_000)}`
    const page = await (await request(createFixture(), '/form?a=1', {method: 'POST', headers, body})).text()
    expect(page).toMatch(/<a class="button primary" href="\/form\?a=1"[^>]*>Go back<\/a>/)
    expect(page).not.toContain('Your entries are saved in this tab')
    expect(page).not.toContain('elsewhere.test')
    expect(page).not.toContain('Try again')
  })
})
