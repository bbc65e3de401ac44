/** Feeds of a screen: `feed: atom, json`. */
import {placedNames} from '../../../document/bullets.ts'
import {finding} from '../../../document/finding.ts'
import {bullet} from './bullet.ts'

/** The feed formats: iCalendar, Atom, JSON Feed. */
export const feedFormats = ['ics', 'atom', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]
/** What a secret address gives: a feed, or a display on a device where no one is signed in. */
export const addressFormats = [...feedFormats, 'display'] as const
export type AddressFormat = (typeof addressFormats)[number]

export interface ScreenFeeds {
  readonly formats: readonly FeedFormat[]
  /** Whether mails about a record of the screen carry it as a calendar entry. */
  readonly mailed: boolean
}

interface PossibleFeeds {
  readonly possible: readonly FeedFormat[]
  /** Those of a screen whose document names none. */
  readonly usual: readonly FeedFormat[]
  /** Mails about its records can carry them as calendar entries. */
  readonly mail?: true
}

/** `feed: no` turns off those that a screen has by default. */
export const feedOf = ({possible, usual, mail}: PossibleFeeds) =>
  bullet({
    name: 'feed',
    example: `feed: ${[...possible, ...(mail ? ['mail'] : [])].join(', ')}`,
    describe: 'The feeds of the screen, to subscribe to; `no` for none.',
    absent: {formats: [], mailed: false},
    usual: () => ({formats: usual, mailed: false}),
    read: ({value, findings}): ScreenFeeds => {
      if (value.text === 'no') return {formats: [], mailed: false}
      const words = [...possible, ...(mail ? ['mail'] : [])].map(each => `\`${each}\``).join(', ')
      const named = placedNames(value)
      const formats = named.flatMap(({name, place}) => {
        const format = possible.find(each => each === name)
        if (format) return [format]
        if (mail && name === 'mail') return []
        const message = `This screen has no feed \`${name}\`.`
        findings.push(finding('N229', place, {message, hint: `Use ${words} or \`no\`.`}))
        return []
      })
      return {formats, mailed: mail === true && named.some(({name}) => name === 'mail')}
    },
  })

/** To find the feeds of any screen. */
export const feed = feedOf({possible: [], usual: []})
