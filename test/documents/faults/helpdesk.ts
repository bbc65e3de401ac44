/** The helpdesk, broken in one place each. */
import type {Fault} from './fault.ts'

export const helpdeskFaults: readonly Fault[] = [
  {
    fault: 'a column that nobody whom the list is for may read',
    replace: '- columns: number, subject, status, updated',
    by: '- columns: number, subject, status, internal_note',
    code: 'N231',
  },
  {
    fault: 'an action that asks for what its people may not read',
    replace:
      '| answer | waiting | open | requester | | | comment: long text | create Comment(ticket: this, text: comment); notify assignee | |',
    by: '| answer | waiting | open | Requester | | | internal_note | notify assignee | |',
    code: 'N437',
    also: ['N055'],
  },
  {fault: 'an invalid duration', replace: '| AUTO_CLOSE_AFTER | | | |', by: '| soon | | | |', code: 'N413'},
  {
    fault: 'people who wait like the system',
    replace: '| close | resolved | closed | system |',
    by: '| close | resolved | closed | Lead |',
    code: 'N414',
  },
  {
    fault: 'a choice that has no such word',
    replace: '| priority = "urgent" |',
    by: '| priority = "asap" |',
    code: 'N060',
  },
  {
    fault: 'a length that no text can have',
    replace: '| string length(body) >= 40 |',
    by: '| string length(body) < 0 |',
    code: 'N520',
  },
  {
    fault: 'a count that every desk fulfils',
    replace: '<= MAX_OPEN_TICKETS | TOO_MANY_OPEN |',
    by: '>= 0 | TOO_MANY_OPEN |',
    code: 'N521',
  },
  {
    fault: 'a permission that limits nothing',
    replace: '| Agent | update | Ticket | status != "closed" |',
    by: '| Agent | update | Ticket | subject != null |',
    code: 'N623',
  },
  {
    fault: 'a grant for one who may do all of it',
    replace: '| Lead | read, create, update | User | | |',
    by: '| Lead | read, create, update | User | | |\n| Lead | update | Team | | name |',
    code: 'N620',
    at: '| Lead | update | Team |',
  },
]
