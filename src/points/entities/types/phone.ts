/** `phone`: a telephone number as people write it, with or without the country's number. */
import {defineType} from '../define-type.ts'
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'
import {cleanLine} from '../values/clean-text.ts'
import {word} from '../values/plain-word.ts'
import {textual} from '../values/textual.ts'

const most = 40

export const phone = defineType({
  name: 'phone',
  examples: ['phone'],
  elsewhere: ['telefon', 'telephone', 'tel', 'phone number', 'mobile'],
  read: word('phone'),
  use: () => ({
    ...textual({least: 0, most, clean: cleanLine, accept: judgePhone}),
    written: 'phone',
    control: {control: 'line', attributes: {type: 'tel', autoComplete: 'tel', maxLength: most}},
    extent: {set: 'phone', within: ['line', 'lines'], least: 0, most},
  }),
})

/** No number has more than 15 digits; short ones are those inside a house. */
function judgePhone(text: string): Judged {
  const number = text.replace(/\s+/g, ' ')
  const digits = number.replace(/\D/g, '').length
  const sound = /^(?:\+ ?)?[(\d][\d ()./\u2010-\u2013-]*(?: ?(?:ext\.?|x|#) ?\d{1,6})?$/i.test(number)
  return sound && digits >= 3 && digits <= 20 ? accepted(number) : refused('NOT_A_PHONE')
}
