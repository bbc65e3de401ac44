import {everyScreenOf} from '../kit/every-screen.ts'

everyScreenOf(['apps/time-off', 'apps/rooms', 'test/documents/helpdesk', 'test/documents/stock'])
