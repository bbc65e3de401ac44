/** What people write: titles of meetings, notes, what the facility team is asked for and what it answers. */

export const titles = [
  'Sprint planning',
  'Retrospective',
  'Interview: backend engineer',
  'Interview: account manager',
  'Design critique',
  'Quarterly figures',
  'Call with Nordwind Logistics',
  'Call with the bank',
  'Onboarding, first day',
  'Onboarding, security',
  'Roadmap for spring',
  'Roadmap for autumn',
  'Price list, second round',
  'Pitch rehearsal',
  'Contract with Rossi & Figli',
  'One-to-one',
  'Writing workshop',
  'Accessibility review',
  'Incident review',
  'Database upgrade',
  'Newsletter',
  'Trade fair: who does what',
  'Trade fair: stand',
  'Customer visit: Hansen Shipping',
  'Customer visit: Delta Foods',
  'Budget talk',
  'Payroll questions',
  'Works council',
  'First aid course',
  'Photo shooting',
  'Usability test, morning group',
  'Usability test, second group',
  'Reading group',
  'Estimates for the new shop',
  'Release rehearsal',
  'Support hand-over',
  'Language course',
  'Supplier talks',
  'Year-end closing',
  'Mentoring',
  'Data protection training',
  'Hiring plan',
  'Brand workshop',
  'Sales training',
  'Film for the website',
  'Survey results',
  'Moving the archive',
  'Tax audit, preparation',
  'Partner day',
  'Team lunch and learn',
  'Prototype, first look',
  'Prototype, second look',
  'Feedback round',
  'Planning the summer party',
  'Map of the old system',
  'Terms for resellers',
  'Phone training',
  'Open questions',
]

export const privateTitles = [
  'Salary talk',
  'Offer to a candidate',
  'Conflict in the team',
  'Yearly talk',
  'Leaving, hand-over',
]

export const notes = [
  'Two of us join by video.',
  'Please leave the tables as they are.',
  'We need the room fifteen minutes for setting up.',
  'The guests come by train and may be late.',
  'Bring your laptops.',
  'Whoever cannot come reads the minutes.',
  'The second half is for questions.',
  'We record the first part.',
  'There will be cake.',
  'Door stays closed, we are filming.',
]

export const answers = [
  'Yes, with pleasure.',
  'Fine. Please be out on time, the next guests wait.',
  'All right.',
  'Yes. The stage stays up.',
]
export const refusals = [
  'The management has guests on that day.',
  'Too few people for this room. Sluice is free.',
  'The stage is being repaired.',
]

export interface Wish {
  readonly kind: 'catering' | 'furniture' | 'technology' | 'cleaning'
  readonly details: string
}

export const wishes: readonly Wish[] = [
  {kind: 'catering', details: 'Coffee and water for everybody, two without milk.'},
  {kind: 'catering', details: 'Sandwiches at half past twelve, half of them vegetarian.'},
  {kind: 'furniture', details: 'Chairs in a circle, no tables.'},
  {kind: 'technology', details: 'A second screen beside the first one.'},
  {kind: 'technology', details: 'A microphone that two people can share.'},
  {kind: 'cleaning', details: 'Please clean the whiteboard properly before we come.'},
  {kind: 'catering', details: 'Tea, and something sweet.'},
  {kind: 'furniture', details: 'Four tables along the wall for the samples.'},
  {kind: 'technology', details: 'Adapter for an old projector.'},
  {kind: 'catering', details: 'Lunch from the place round the corner; they send the bill.'},
  {kind: 'cleaning', details: 'The guests bring a dog. Please clean afterwards.'},
  {kind: 'furniture', details: 'A lectern, and ten more chairs.'},
]

export const doneWords = [
  'Done, all of it stands ready.',
  'Ready. The key for the cupboard lies on the table.',
  '',
  '',
  'Done. One cable is borrowed, please bring it back.',
]
export const declinedWords = [
  'We have no such adapter, sorry. The screen in Lighthouse takes it.',
  'Not before noon on that day.',
]
