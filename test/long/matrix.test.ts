/**
 * The permissions of every document, cell by cell: of the products, and of those that exercise the rest of the
 * language.
 */
import {globSync} from 'node:fs'
import {dirname} from 'node:path'
import {test} from 'vitest'
import {holdsEverywhere} from '../accounts/matrix.ts'

const folders = globSync(['apps/*/app.md', 'test/documents/*/app.md']).map(dirname).toSorted()

test.each(folders)('the permissions of %s hold for every role, entity, act and field', name =>
  holdsEverywhere(name, 40),
)
