/** What people say to each other under requests: whole conversations, each told once. */
import type {Ending} from './plan.ts'

/** The one who asks, the one who decides, and somebody of human resources. */
export type Speaker = 'person' | 'manager' | 'hr'

export interface Conversation {
  readonly ending: Ending
  readonly kind: string
  /** The event after which they talk. */
  readonly after: 'submit' | 'approve'
  /** What the note has to be about. */
  readonly about: RegExp
  /** `{cover}` is there only under requests with a cover. */
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
    ['manager', 'Good. I look at the plan of the others first.'],
  ]),
  talk('submitted', [
    ['person', 'If it is too tight, I can also come back a day earlier.'],
    ['manager', 'Thanks for offering. Let me see first who else is away.'],
  ]),
  talk('submitted', [
    ['manager', 'Is the changeover finished by then?'],
    ['person', 'It is planned for the week before. If it slips, I move my days.'],
  ]),
  talk('submitted', [
    ['hr', 'You still have days from last year. These are counted first, so nothing is lost.'],
    ['person', 'Good to know, thank you!'],
  ]),
  talk('submitted', [['person', '{cover} takes over my tickets, and I do the same in return the week after.']]),
  talk('submitted', [
    ['manager', 'Would it help you to leave at noon on the day before? The train at three is awful.'],
    ['person', 'That would be wonderful. I make up for it on Wednesday.'],
  ]),
  talk(
    'submitted',
    [['person', 'The early bird price ends on Friday, so an answer by then would save us two hundred euros.']],
    {
      kind: 'Training',
    },
  ),
  talk(
    'submitted',
    [
      ['manager', 'A whole month at once: have you thought about who leads the weekly meeting?'],
      ['person', 'I have asked around, and there are two volunteers. I write it down for you.'],
      ['hr', 'For the insurance we need the exact dates four weeks ahead. After that they are hard to move.'],
    ],
    {kind: 'Unpaid leave'},
  ),
  talk(
    'pre-approved',
    [
      ['person', 'I can be reached in an emergency until the baby is there.'],
      ['manager', 'Thank you, but we will not call. Congratulations already!'],
      ['hr', 'I still need the form from the family fund. The link is in my mail.'],
      ['person', 'Sent this afternoon.'],
    ],
    {kind: 'Parental leave'},
  ),
  talk('pre-approved', [
    ['person', 'That uses up nearly all my days, I know. I have waited three years for this trip.'],
    ['manager', 'Then go. {cover} is well prepared.'],
  ]),
  talk(
    'pre-approved',
    [
      ['hr', 'During unpaid leave the pension contributions pause. Shall we talk about it for ten minutes?'],
      ['person', 'Yes please, tomorrow before lunch?'],
    ],
    {kind: 'Unpaid leave'},
  ),
  talk('approved', [
    ['person', 'My access card stays with {cover}, in case somebody needs the archive.'],
    ['manager', 'Better leave it with reception, please.'],
  ]),
  talk('approved', [
    ['manager', 'Can you put your open points into the shared folder before you leave?'],
    ['person', 'Already there, with a list of what is urgent.'],
  ]),
  talk('approved', [['person', 'I take the laptop in case something goes badly wrong. Only then!']], {
    after: 'approve',
  }),
  talk(
    'approved',
    [
      ['manager', 'We moved the review to the Tuesday after, so that you can be there.'],
      ['person', 'Thank you, that is kind.'],
    ],
    {after: 'approve'},
  ),
  talk('approved', [['hr', 'Your balance shows this one already, so do not count it twice.']]),
  talk(
    'approved',
    [
      ['person', 'Would you like a short summary for the whole team afterwards?'],
      ['manager', 'Yes, fifteen minutes on the Friday after. With demo, if you can.'],
    ],
    {kind: 'Training', after: 'approve'},
  ),
  talk(
    'running',
    [
      ['person', 'Everything is handed over. The only open point is the invoice from the printer.'],
      ['manager', 'Seen, I take care of it. Enjoy your time!'],
    ],
    {after: 'approve'},
  ),
  talk(
    'running',
    [
      ['manager', 'Get well, and do not read mail.'],
      ['person', 'I promise. The doctor’s note comes by post.'],
      ['hr', 'A photograph of it is enough for us.'],
    ],
    {kind: 'Sickness', about: /^(?!.*note)/},
  ),
  talk('taken', [
    ['manager', 'Who has the key of the van meanwhile?'],
    ['person', '{cover}. And the spare one is in my drawer.'],
  ]),
  talk(
    'taken',
    [['person', 'Sorry for asking so close to the deadline. My sister could not settle on a date earlier.']],
    {about: /^$/},
  ),
  talk('taken', [
    ['manager', 'Fine with me if the quarterly report is out by then.'],
    ['person', 'It will be. Draft is with you since yesterday.'],
    ['manager', 'Read it, it is good.'],
  ]),
  talk(
    'taken',
    [
      ['manager', 'Get well soon!'],
      ['person', 'Thanks. I moved the Wednesday appointment myself, nothing else is burning.'],
    ],
    {kind: 'Sickness'},
  ),
  talk(
    'taken',
    [
      ['hr', 'If it lasts longer than two days, please send us a doctor’s note.'],
      ['person', 'I see the doctor tomorrow morning and send it then.'],
    ],
    {kind: 'Sickness'},
  ),
  talk('taken', [['manager', 'Our condolences. Take the day after as well if you need it, just tell me.']], {
    about: /uneral/,
    kind: 'Special leave',
  }),
  talk(
    'taken',
    [
      ['person', 'The van comes at eight. If somebody has strong arms to lend: there will be pizza.'],
      ['manager', 'Count me in from five o’clock.'],
    ],
    {kind: 'Moving house'},
  ),
  talk(
    'rejected',
    [
      ['person', 'I know that it is a bad week. There is no other date for the house.'],
      ['manager', 'Let us talk about it tomorrow, before I answer.'],
    ],
    {about: /^$/},
  ),
  talk('rejected', [
    ['manager', 'Could one of you two go a week later? I do not mind which.'],
    ['person', 'We tried, but both have booked already.'],
    ['manager', 'Then I have to decide, sorry.'],
  ]),
  talk(
    'cancel_asked',
    [
      ['manager', 'Are you sure? We had planned without you, so there is no pressure.'],
      ['person', 'I think it over until the weekend.'],
    ],
    {after: 'approve'},
  ),
  talk('called off', [
    ['person', 'If it does not work out, I tell you in good time, so that somebody else can have the week.'],
  ]),
  talk(
    'kept',
    [
      ['person', 'Is it really all right? I could come in for the customer meeting.'],
      ['manager', 'It is. We take notes for you.'],
    ],
    {after: 'approve'},
  ),
]
