/** The text of a response as bytes, and JSON that can be embedded in a page. */
import {describe, expect, it} from 'vitest'
import {inlineJson} from '../../src/server/html.ts'
import {utf8} from '../../src/server/response.ts'

describe('a text in UTF-8', () => {
  const plain = 'Requests of the team. '.repeat(400)
  it.each([
    ['short', 'Łódź – 3 May'],
    ['long, of Latin letters', `${plain}Horváth`],
    ['long, of other letters', `${plain}Łódź – 日本語 🌴`],
    ['long, with half of a character', `${plain}\ud83c rest`],
  ])('%s has the bytes that Node gives it', (_, text) => {
    expect(utf8(text).equals(Buffer.from(text))).toBe(true)
  })
})

describe('JSON inside a page', () => {
  it.each([
    ['</script><script>', '"\\u003c/script>\\u003cscript>"'],
    ['a\u2028b\u2029c', '"a\\u2028b\\u2029c"'],
    ['nothing to escape &', '"nothing to escape &"'],
  ])('%j cannot end its element', (text, json) => {
    expect(inlineJson(text)).toBe(json)
    expect(JSON.parse(json)).toBe(text)
  })
})
