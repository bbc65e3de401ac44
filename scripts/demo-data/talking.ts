/** Assigns each conversation to a suitable request. */
import {firstName, humanResources, managerOf, named, type Person} from './company.ts'
import {recordOf} from './course.ts'
import {at, dayOnly, type Moment} from './days.ts'
import type {Chance} from './random.ts'
import {type Conversation, conversations, type Speaker} from './remarks.ts'
import {type Request, when} from './request.ts'

export interface Remark {
  readonly request: Request
  readonly author: Person
  readonly text: string
  readonly at: Moment
}

export function remarks(all: readonly Request[], chance: Chance): readonly Remark[] {
  const talkedAbout = new Set<Request>()
  return conversations.flatMap(conversation => {
    const fitting = all.filter(request => !talkedAbout.has(request) && suits(conversation, request))
    const request = chance.one(fitting)
    talkedAbout.add(request)
    return speak(conversation, request, chance)
  })
}

function suits({ending, kind, after, about, lines}: Conversation, request: Request): boolean {
  const speakers = lines.map(([speaker]) => speakerIn(request, speaker))
  const needsCover = lines.some(([, text]) => text.includes('{cover}'))
  return (
    request.ending === ending &&
    request.kind === kind &&
    request.first.from === 'week' &&
    when(request.events, after) !== null &&
    about.test(recordOf(request.events).get('note') ?? '') &&
    !speakers.includes(null) &&
    (!needsCover || request.cover !== null)
  )
}

function speak({after, lines}: Conversation, request: Request, chance: Chance): Remark[] {
  const start = when(request.events, after)
  if (start === null) return []
  const [hours = 0, minutes = 0] = start.time.split(':').map(Number)
  let minute = hours * 60 + minutes
  return lines.flatMap(([speaker, text]) => {
    minute += chance.between(9, 50)
    const author = speakerIn(request, speaker)
    const said = text.replace('{cover}', request.cover === null ? '' : firstName(request.cover))
    return author === null ? [] : [{request, author, text: said, at: at(dayOnly(start), clockOf(minute))}]
  })
}

function speakerIn({person}: Request, speaker: Speaker): Person | null {
  const manager = managerOf(person)
  if (speaker === 'person') return person
  if (speaker === 'manager') return manager
  return named(humanResources.find(name => name !== person.name && name !== manager?.name) ?? '')
}

const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map(number => String(number).padStart(2, '0')).join(':')
