/** Texts written by people: titles of meetings, notes, tasks for the facilities team and its answers. */

export const titles = [
  'Sprint planning',
  'Retrospective',
  'Interview: backend engineer',
  'Interview: account manager',
  'Design critique',
  'Quarterly results',
  'Call with Nordwind Logistics',
  'Call with the bank',
  'Onboarding: day one',
  'Onboarding: security',
  'Spring roadmap',
  'Autumn roadmap',
  'Price list, round two',
  'Pitch rehearsal',
  'Contract with Rossi & Figli',
  'One-to-one',
  'Writing workshop',
  'Accessibility review',
  'Incident review',
  'Database upgrade',
  'Newsletter',
  'Trade fair planning',
  'Trade fair display',
  'Customer visit: Hansen Shipping',
  'Customer visit: Delta Foods',
  'Budget review',
  'Payroll questions',
  'Works council',
  'First aid course',
  'Photo shoot',
  'Usability test, first group',
  'Usability test, second group',
  'Reading group',
  'Estimates for the new shop',
  'Release rehearsal',
  'Support handover',
  'Language course',
  'Supplier meeting',
  'Year-end close',
  'Mentoring',
  'Data protection training',
  'Hiring plan',
  'Brand workshop',
  'Sales training',
  'Website video',
  'Survey results',
  'Moving the archive',
  'Tax audit preparation',
  'Partner day',
  'Product demo',
  'Prototype: first look',
  'Prototype: second look',
  'Feedback session',
  'Summer party planning',
  'Legacy system overview',
  'Reseller terms',
  'Phone training',
  'Open questions',
]

/** Ordinary titles that are confidential too. */
export const confidential: ReadonlySet<string> = new Set(['Payroll questions', 'Works council', 'Hiring plan'])

export const privateTitles = ['Salary review', 'Candidate offer', 'Mediation', 'Annual review', 'Leaver handover']

export const notes = [
  'Two people are joining by video.',
  'Please leave the tables as they are.',
  'We need fifteen minutes to set up.',
  'Our guests are coming by train and may be late.',
  'Please bring your laptops.',
  'If you can’t make it, please read the minutes.',
  'The second half is for questions.',
  'We’re recording the first part.',
  'There will be cake.',
  'Please keep the door closed: we’re filming.',
]

export const answers = [
  'Yes, happy to.',
  'Fine. Please finish on time: there are guests right after you.',
  'All right.',
  'Yes. The stage can stay up.',
]
export const refusals = [
  'Management has guests that day.',
  'Too few people for this room. Sluice is free.',
  'The stage is being repaired.',
]

export interface Wish {
  readonly kind: 'catering' | 'furniture' | 'technology' | 'cleaning'
  readonly details: string
  /** The smallest room that needs it. */
  readonly seats?: number
}

export const wishes: readonly Wish[] = [
  {kind: 'catering', details: 'Coffee and water for everyone, two without milk.'},
  {kind: 'catering', details: 'Sandwiches for everyone, half of them vegetarian.', seats: 4},
  {kind: 'furniture', details: 'Chairs in a circle, no tables.', seats: 6},
  {kind: 'technology', details: 'A second screen beside the first one.', seats: 6},
  {kind: 'technology', details: 'A microphone for two people to share.', seats: 12},
  {kind: 'cleaning', details: 'Please clean the whiteboard properly before the meeting.'},
  {kind: 'catering', details: 'Tea, and something sweet.'},
  {kind: 'furniture', details: 'Four tables along the wall for the samples.', seats: 8},
  {kind: 'technology', details: 'Adapter for an old projector.'},
  {kind: 'catering', details: 'Lunch from the place round the corner. They’ll send the bill.'},
  {kind: 'cleaning', details: 'Our guests are bringing a dog. Please clean up afterwards.'},
  {kind: 'furniture', details: 'A lectern, and ten more chairs.', seats: 16},
]

export const doneWords = [
  'Done, everything is ready.',
  'Ready. The key to the cupboard is on the table.',
  '',
  '',
  'Done. One cable is on loan, so please bring it back.',
]
export const declinedWords = [
  'Sorry, we don’t have that adapter. The screen in Lighthouse supports it.',
  'Not before noon that day.',
]
