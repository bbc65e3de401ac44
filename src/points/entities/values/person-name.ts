/** The names of people: one word in letters of two alphabets that look alike (a Cyrillic `а` in a Latin name) passes for somebody else. */
import type {Judged} from '../field-type.ts'
import {accepted, refused} from '../judged.ts'

const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(name => new RegExp(`\\p{Script=${name}}`, 'u'))

export function judgePersonName(text: string): Judged {
  const mixed = text.split(/[\s\p{P}]+/u).some(word => alike.filter(script => script.test(word)).length > 1)
  return mixed ? refused('MIXED_ALPHABETS') : accepted(text)
}
