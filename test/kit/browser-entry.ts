/** The script of the tests' own pages. */
import {start} from '../../src/browser/start.tsx'
import {testViews} from './views.tsx'

start(testViews)
