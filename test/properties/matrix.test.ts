/**
 * The permissions of two documents, cell by cell, that cover every kind of grant: with a condition and without, for
 * some fields, for all, and for all but some, on line items, and on several entities at once. The products are larger;
 * they are in the long run.
 */
import {test} from 'vitest'
import {holdsEverywhere} from '../accounts/matrix.ts'

/** Some hundreds of requests: on a busy machine that takes a while. */
const slow = 240_000

test.each(['helpdesk', 'stock'])(
  'the permissions of %s hold for every role, entity, act and field',
  name => holdsEverywhere(`test/documents/${name}`, 16),
  slow,
)
