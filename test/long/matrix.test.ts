/** The permissions of the documents that exercise the rest of the language, cell by cell. */
import {globSync} from 'node:fs'
import {dirname} from 'node:path'
import {test} from 'vitest'
import {holdsEverywhere} from '../people/matrix.ts'

const folders = globSync('test/documents/*/app.md').map(dirname).toSorted()

test.each(folders)('the permissions of %s hold for every role, entity, act and field', name =>
  holdsEverywhere(name, 40),
)
