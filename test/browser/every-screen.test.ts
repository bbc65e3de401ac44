import {everyScreenOf} from '../kit/every-screen.ts'

// The products and the other fixture are looked at in the long run.
everyScreenOf(['test/documents/helpdesk'])
