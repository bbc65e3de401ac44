/** The same words in German. */
import type {Words} from '../english/all.ts'
import {failing} from './failing.ts'
import {forms} from './forms.ts'
import {lists} from './lists.ts'
import {people} from './people.ts'
import {records} from './records.ts'
import {shell} from './shell.ts'

export const words: Words = {failing, forms, lists, people, records, shell}
