import {everyScreenOf} from '../kit/every-screen.ts'

everyScreenOf(['apps/rooms', 'test/documents/stock'])
