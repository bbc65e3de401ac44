/** The script of every page. */
import {start} from './start.ts'
import {shownAtOnce, shownOnDemand} from './views.ts'

void start(shownAtOnce, shownOnDemand)
