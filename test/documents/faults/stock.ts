/** Stock with purchase orders, broken in one place each. */
import type {Fault} from './fault.ts'

export const stockFaults: readonly Fault[] = [
  {
    fault: 'a form with a field that nobody may fill in',
    replace: '- fields: product, quantity, purpose',
    by: '- fields: product, quantity, purpose, person',
    code: 'N231',
  },
  {
    fault: 'a required field that nobody who may create can write',
    replace: '| ordered_on | date | | | |',
    by: '| ordered_on | date | | | |\n| reason | text 3..80 | yes | | |',
    code: 'N330',
    at: '| reason | text 3..80 |',
  },
  {
    fault: 'an action that nobody can do',
    replace: '| agree | asked | ordered | Head |',
    by: '| agree | asked | ordered | Staff |',
    code: 'N435',
  },
  {
    fault: 'an action for a role that may not read the record',
    replace: '| take in the rest | ordered | received | Storekeeper |',
    by: '| take in the rest | ordered | received | Storekeeper, Staff |',
    code: 'N436',
  },
  {
    fault: 'a form for people who may not create',
    replace: '| Count | /movements/new | form for Movement | Storekeeper |',
    by: '| Count | /movements/new | form for Movement | Storekeeper, Head |',
    code: 'N232',
  },
  {
    fault: 'limits that leave a gap and overlap elsewhere',
    replace: '| total > BUYER_LIMIT |',
    by: '| total >= BUYER_LIMIT |',
    code: 'N434',
  },
  {fault: 'a part of an unknown whole', replace: '- part of: Order', by: '- part of: Ordre', code: 'N310'},
  {fault: 'a quantity outside its bounds', replace: '| quantity != 0 |', by: '| quantity > 100000 |', code: 'N520'},
  {
    fault: 'a quantity that its bounds see to',
    replace: '| expected >= ordered_on |',
    by: '| supplier != null |',
    code: 'N521',
  },
  {
    fault: 'an effect on an unknown field',
    replace: 'call order sent | |\n| send',
    by: 'set ordered_at = today() | |\n| send',
    code: 'N418',
  },
  {
    fault: 'a list in braces that cannot be gone through',
    replace: 'for each l in Line[order = this and missing > 0]',
    by: 'for each l in total',
    code: 'N422',
  },
  {
    fault: 'an aggregate of what cannot be added up',
    replace: '= sum(lines.amount)',
    by: '= sum(lines.product)',
    code: 'N058',
  },
  {
    fault: 'a computed field that nothing uses',
    replace: '| worth | = on_hand * price | | | | |',
    by: '| worth | = on_hand * price | | | | |\n| dear | = price > 100 | | | | |',
    code: 'N331',
    at: '| dear |',
  },
  {
    fault: 'a card about an unknown entity',
    replace: '| Awaiting approval | count of Order where status = "asked" | number |',
    by: '| Awaiting approval | count of Order where status = "asked" | number |\n| Takings | sum of Till.amount | number |',
    code: 'N211',
    at: '| Takings |',
  },
]
