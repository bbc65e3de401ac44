/** The script of every page. */
import {views} from '../ui/views.ts'
import {start} from './start.tsx'

start(views)
