import {everyScreenOf} from '../kit/every-screen.ts'

// The others, and every view of every page, are in the long run.
everyScreenOf(['test/documents/helpdesk'], {oneOfEachKind: true})
