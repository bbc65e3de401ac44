/** The permissions of the documents that exercise the rest of the language, cell by cell. */
import {readdirSync} from 'node:fs'
import {test} from 'vitest'
import {holdsEverywhere} from '../people/matrix.ts'

test.each(readdirSync('test/documents'))('the permissions of %s hold for every role, entity, act and field', name =>
  holdsEverywhere(`test/documents/${name}`),
)
