/** The permissions of every document that runs out of the box, cell by cell. */
import {readdirSync} from 'node:fs'
import {test} from 'vitest'
import {holdsEverywhere} from '../people/matrix.ts'

/** About a thousand requests a document: on a busy machine that takes a while. */
const slow = 240_000

test.each(readdirSync('apps'))(
  'the permissions of %s hold for every role, entity, act and field',
  name => holdsEverywhere(`apps/${name}`),
  slow,
)
