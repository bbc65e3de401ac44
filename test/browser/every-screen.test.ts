import {everyScreenOf} from '../kit/every-screen.ts'

// The other product and the other fixture are looked at in the long run.
everyScreenOf(['apps/time-off', 'test/documents/helpdesk'])
