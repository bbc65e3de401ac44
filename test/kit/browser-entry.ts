/** The script of the tests' own pages. */
import {start} from '../../src/browser/start.tsx'
import {shownOnDemand} from '../../src/browser/views.ts'
import {testViews} from './views.tsx'

void start(testViews, shownOnDemand)
