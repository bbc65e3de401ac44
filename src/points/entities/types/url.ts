/** `url`: the address of a page on the web. Only http and https: a link must never run something. */
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {cleanLine} from '../values/clean-text.ts'
import {word} from '../values/plain-word.ts'
import {textual} from '../values/textual.ts'

const most = 2000

export const url = defineType({
  name: 'url',
  examples: ['url'],
  elsewhere: ['link', 'uri', 'website', 'web address', 'href'],
  read: word('url'),
  use: () => ({
    ...textual({least: 0, most, clean: cleanLine, accept: judgeUrl}),
    written: 'url',
    may: {unique: false},
    control: {control: 'line', attributes: {type: 'url', maxLength: most}},
    extent: {set: 'url', within: ['line', 'lines'], least: 0, most},
    literal: written => (/^https?:\/\/[^\s"]+$/.test(written) ? written : undefined),
  }),
})

/** Kept as typed: the parser's own writing would spell a name in other letters as xn--…. */
function judgeUrl(text: string): Judged {
  const written = /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text)
  return written && isPublic(new URL(text)) ? accepted(text) : refused('NOT_A_URL')
}

/** Names and passwords in front of the host are how one site passes for another. */
function isPublic({username, password, hostname}: URL): boolean {
  return username === '' && password === '' && hostname !== ''
}
