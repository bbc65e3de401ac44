import {looksInTurns} from '../kit/browser-judge.ts'
import {everyScreenOf} from '../kit/every-screen.ts'

// The others, and every view of every page, are in the long run.
everyScreenOf(['test/documents/helpdesk'], {looks: looksInTurns, oneOfEachKind: true})
