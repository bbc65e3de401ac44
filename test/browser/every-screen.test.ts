import {everyScreenOf} from '../kit/every-screen.ts'

// The others are looked at in the long run.
everyScreenOf(['test/documents/helpdesk'])
