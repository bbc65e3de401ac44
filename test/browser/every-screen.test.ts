import {looksInTurns} from '../kit/browser-judge.ts'
import {everyScreenOf} from '../kit/every-screen.ts'

// The others, and every look of every page, are looked at in the long run.
everyScreenOf(['test/documents/helpdesk'], {looks: looksInTurns, oneOfEachKind: true})
