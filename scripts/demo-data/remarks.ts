/** Conversations under requests, each used once. */
import type {Ending} from './plan.ts'

/** The requester, the decider, and a person of human resources. */
export type Speaker = 'person' | 'manager' | 'hr'

export interface Conversation {
  readonly ending: Ending
  readonly kind: string
  /** The event after which they talk. */
  readonly after: 'submit' | 'approve'
  /** The required theme of the note. */
  readonly about: RegExp
  /** `{cover}` is only available for requests with a cover. */
  readonly lines: readonly (readonly [Speaker, string])[]
}

const talk = (ending: Ending, lines: Conversation['lines'], rest: Partial<Conversation> = {}): Conversation => ({
  ...{ending, lines, kind: 'Holiday', after: 'submit', about: /^/},
  ...rest,
})

export const conversations: readonly Conversation[] = [
  talk('submitted', [
    ['manager', 'Does {cover} know about the Thursday call?'],
    ['person', 'Yes, we went through it this morning. The slides are ready too.'],
    ['manager', 'Good. Let me check what the others have planned first.'],
  ]),
  talk('submitted', [
    ['person', 'If it’s too tight, I could come back a day earlier.'],
    ['manager', 'Thanks for offering. Let me see who else is away first.'],
  ]),
  talk('submitted', [
    ['manager', 'Will the changeover be finished by then?'],
    ['person', 'It’s planned for the week before. If it slips, I’ll move my days.'],
  ]),
  talk('submitted', [
    ['hr', 'You still have days from last year. Those are used first, so nothing is lost.'],
    ['person', 'Good to know, thank you!'],
  ]),
  talk('submitted', [['person', '{cover} is taking my tickets, and I’ll return the favour the week after.']]),
  talk('submitted', [
    ['manager', 'Would it help to leave at noon the day before? The train at three is awful.'],
    ['person', 'That would be wonderful. I’ll make up for it on Wednesday.'],
  ]),
  talk(
    'submitted',
    [['person', 'The early-bird price ends on Friday, so an answer by then would save us two hundred euros.']],
    {
      kind: 'Training',
    },
  ),
  talk(
    'submitted',
    [
      ['manager', 'A whole month at once: have you thought about who’ll run the weekly meeting?'],
      ['person', 'I’ve asked around and there are two volunteers. I’ll write it down for you.'],
      ['hr', 'For the insurance we need the exact dates four weeks ahead. After that, they’re hard to change.'],
    ],
    {kind: 'Unpaid leave'},
  ),
  talk(
    'pre-approved',
    [
      ['person', 'You can reach me in an emergency until the baby arrives.'],
      ['manager', 'Thank you, but we won’t call. Congratulations!'],
      ['hr', 'I still need the family allowance form. The link is in my email.'],
      ['person', 'Sent this afternoon.'],
    ],
    {kind: 'Parental leave'},
  ),
  talk('pre-approved', [
    ['person', 'I know that uses up almost all my days. I’ve waited three years for this trip.'],
    ['manager', 'Then go. {cover} is well prepared.'],
  ]),
  talk(
    'pre-approved',
    [
      ['hr', 'Pension contributions pause during unpaid leave. Do you have ten minutes to talk about it?'],
      ['person', 'Yes, please. Tomorrow before lunch?'],
    ],
    {kind: 'Unpaid leave'},
  ),
  talk('approved', [
    ['person', 'I’m leaving my access card with {cover}, in case someone needs the archive.'],
    ['manager', 'Please leave it with reception instead.'],
  ]),
  talk('approved', [
    ['manager', 'Can you put anything open in the shared folder before you leave?'],
    ['person', 'Already there, with a list of what’s urgent.'],
  ]),
  talk('approved', [['person', 'I’m taking the laptop in case something goes badly wrong. Only then!']], {
    after: 'approve',
  }),
  talk(
    'approved',
    [
      ['manager', 'We’ve moved the review to the Tuesday after, so you can be there.'],
      ['person', 'Thank you, that’s kind.'],
    ],
    {after: 'approve'},
  ),
  talk('approved', [['hr', 'Your allowance already includes this one, so don’t count it twice.']]),
  talk(
    'approved',
    [
      ['person', 'Would you like a short summary for the whole team afterwards?'],
      ['manager', 'Yes, fifteen minutes on the Friday after. With a demo, if you can.'],
    ],
    {kind: 'Training', after: 'approve'},
  ),
  talk(
    'running',
    [
      ['person', 'Everything is handed over. The only thing left is the printer’s invoice.'],
      ['manager', 'Got it, I’ll take care of it. Enjoy your time off!'],
    ],
    {after: 'approve'},
  ),
  talk(
    'running',
    [
      ['manager', 'Get well soon, and don’t read your email.'],
      ['person', 'I promise. The doctor’s note is in the post.'],
      ['hr', 'A photo of it is enough for us.'],
    ],
    {kind: 'Sick leave', about: /^(?!.*note)/},
  ),
  talk('taken', [
    ['manager', 'Who has the key to the van while you’re away?'],
    ['person', '{cover}. The spare is in my drawer.'],
  ]),
  talk('taken', [['person', 'Sorry for asking so late. My sister couldn’t settle on a date any earlier.']], {
    about: /^$/,
  }),
  talk('taken', [
    ['manager', 'Fine with me, as long as the quarterly report is out by then.'],
    ['person', 'It will be. I sent you the draft yesterday.'],
    ['manager', 'I’ve read it. It’s good.'],
  ]),
  talk(
    'taken',
    [
      ['manager', 'Get well soon!'],
      ['person', 'Thanks. I’ve moved the Wednesday appointment; nothing else is urgent.'],
    ],
    {kind: 'Sick leave'},
  ),
  talk(
    'taken',
    [
      ['hr', 'If it lasts longer than two days, please send us a doctor’s note.'],
      ['person', 'I’m seeing the doctor tomorrow morning and will send it then.'],
    ],
    {kind: 'Sick leave'},
  ),
  talk('taken', [['manager', 'I’m so sorry for your loss. Take the day after as well if you need it; just tell me.']], {
    about: /uneral/,
    kind: 'Special leave',
  }),
  talk(
    'taken',
    [
      ['person', 'The van is coming at eight. If anyone would like to help, there’ll be pizza.'],
      ['manager', 'Count me in from five.'],
    ],
    {kind: 'Relocation leave'},
  ),
  talk(
    'rejected',
    [
      ['person', 'I know it’s a bad week, but the house isn’t free on any other date.'],
      ['manager', 'Let’s talk about it tomorrow before I decide.'],
    ],
    {about: /^$/},
  ),
  talk('rejected', [
    ['manager', 'Could one of you go a week later? I don’t mind which.'],
    ['person', 'We tried, but we’ve both already booked.'],
    ['manager', 'Then I’ll have to decide, sorry.'],
  ]),
  talk(
    'cancel_asked',
    [
      ['manager', 'Are you sure? We’d planned without you, so there’s no pressure.'],
      ['person', 'I’ll think it over this weekend.'],
    ],
    {after: 'approve'},
  ),
  talk('called off', [
    ['person', 'If it doesn’t work out, I’ll tell you in good time, so someone else can have the week.'],
  ]),
  talk(
    'kept',
    [
      ['person', 'Is it really OK? I could come in for the customer meeting.'],
      ['manager', 'It is. We’ll take notes for you.'],
    ],
    {after: 'approve'},
  ),
]
