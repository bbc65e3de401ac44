/** Room booking, broken in one place each. */
import type {Fault} from './fault.ts'

export const roomsFaults: readonly Fault[] = [
  {
    fault: 'two kinds of answer to one wish',
    replace: '| room.needs_approval and room.keeper != null and room.keeper != me |',
    by: '| room.keeper != me |',
    code: 'N434',
  },
  {
    fault: 'a time compared with a length of time',
    replace: '| ends <= starts + MAX_BOOKING |',
    by: '| ends <= MAX_BOOKING |',
    code: 'N059',
  },
  {
    fault: 'seats below the least there are',
    replace: '| attending <= room.seats |',
    by: '| people <= room.seats and room.seats < 1 |',
    code: 'N520',
  },
  {
    fault: 'dates of a series described by a number',
    replace: 'coming except taken as on_taken_dates',
    by: 'coming except taken as taken_dates',
    code: 'N242',
  },
  {
    fault: 'a state that nothing leads to',
    replace: '| finish | running | ended | system |',
    by: '| finish | paused | ended | system |',
    code: 'N430',
  },
  {
    fault: 'a screen of the wrong role',
    replace: '| All bookings | /bookings | list of Booking | Office manager |',
    by: '| All bookings | /bookings | list of Booking | Office boss |',
    code: 'N210',
  },
]
