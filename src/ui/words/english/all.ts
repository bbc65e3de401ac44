/** Every word of ours that people read on a page, by where it stands. The document's own words are in the document. */
import {failing} from './failing.ts'
import {forms} from './forms.ts'
import {lists} from './lists.ts'
import {people} from './people.ts'
import {records} from './records.ts'
import {shell} from './shell.ts'

export const words = {failing, forms, lists, people, records, shell}

export type Words = typeof words
