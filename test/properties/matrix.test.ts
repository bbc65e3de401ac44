/** The permissions of the largest document that runs out of the box, cell by cell; the others are in the long run. */
import {test} from 'vitest'
import {holdsEverywhere} from '../people/matrix.ts'

/** About a thousand requests: on a busy machine that takes a while. */
const slow = 240_000

test(
  'the permissions of time off hold for every role, entity, act and field',
  () => holdsEverywhere('apps/time-off'),
  slow,
)
