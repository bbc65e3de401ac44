/** English. */
import type {Language} from '../language.ts'
import {errors, errorsOfCalls} from './errors.ts'
import {events} from './events.ts'
import {dateLocale, grammar, tag} from './grammar.ts'
import {mails} from './mails.ts'
import {serverMessages} from './messages.ts'
import {values} from './values.ts'

export const english: Language = {
  tag,
  dateLocale,
  grammar,
  messages: serverMessages,
  events,
  mails,
  errors,
  errorsOfCalls,
  values,
}
