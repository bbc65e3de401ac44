/** The script of the tests' own pages. Nothing comes on demand: a page that is one file is there sooner. */
import {start} from '../../src/browser/start.ts'
import {testViews} from './views.tsx'

void start(testViews, {})
