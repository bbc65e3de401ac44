/**
 * A finding: what is wrong in a document, where, and what to do about it. Every code stands in the catalogue
 * below, which decides whether it stops the run; `docs/findings.md` explains each one to authors.
 */

/** A position in a document's source; line and column count from 1, columns in UTF-16 units, as editors count them. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

export type Severity = 'error' | 'warning'

export interface Finding extends Place {
  readonly code: FindingCode
  readonly severity: Severity
  readonly message: string
  readonly hint: string
  /** What the hint asks for, where a program can do it. */
  readonly fix?: Fix
  /** Other places with the same cause. */
  readonly also?: readonly Place[]
}

/** Replaces a stretch of the finding's file; it ends before `endColumn`. */
export interface Fix {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly text: string
}

export interface FindingText {
  readonly message: string
  readonly hint: string
  readonly fix?: Fix | undefined
}

/** N0xx: reading; N05x to N09x: expressions; Npxx: point p. */
export const catalogue = {
  N002: 'error', // not UTF-8
  N003: 'error', // too large
  N004: 'error', // nested too deeply
  N005: 'error', // a section twice in one file
  N006: 'error', // no such point
  N007: 'warning', // a section without a number
  N008: 'warning', // a declaration before the first section
  N009: 'error', // no title
  N010: 'warning', // a second title
  N011: 'error', // a row with too many cells
  N012: 'error', // a table that is none
  N013: 'error', // a fenced block never closed
  N014: 'error', // unknown column
  N015: 'error', // missing column
  N016: 'error', // unknown table
  N017: 'error', // a column twice
  N018: 'error', // unknown bullet
  N019: 'error', // a bullet twice
  N020: 'error', // a subsection of nothing
  N021: 'error', // unknown placeholder
  N022: 'error', // a heading that is nearly one
  N023: 'warning', // a bullet that is read as prose
  N024: 'error', // a comment never closed
  N030: 'error', // an acceptance that accepts nothing in particular
  N031: 'warning', // an acceptance without its warning
  N050: 'error', // an expression that cannot be read
  N051: 'error', // too long or nested too deeply
  N052: 'error', // the spelling of another language
  N053: 'error', // a bracket or quote without its partner
  N054: 'error', // left out of the language
  N055: 'error', // unknown name
  N056: 'error', // unknown function
  N057: 'error', // wrong arguments
  N058: 'error', // an argument of the wrong type
  N059: 'error', // operands that cannot be compared
  N060: 'error', // a word outside the choice
  N061: 'error', // operands that cannot be calculated with
  N062: 'error', // a condition that is not yes/no
  N063: 'error', // branches of different types
  N064: 'error', // items of different types
  N065: 'error', // no such field or property
  N066: 'error', // a list is needed
  N067: 'error', // not there in this place
  N068: 'error', // not of the type that is wanted
  N070: 'error', // a list of lists
  N071: 'error', // a date, time or duration that does not exist
  N072: 'error', // a regular expression that cannot be read
  N073: 'error', // more work than an evaluation may do
  N091: 'error', // a list as a value in SQL
  N092: 'error', // a value that a database cannot hold
  N093: 'error', // a use of a function that SQL does not have
  N094: 'error', // too large for one statement
  N101: 'error', // the document shown to a role that does not exist
  N201: 'error', // unknown kind of screen
  N202: 'error', // malformed route
  N203: 'error', // a route claimed twice
  N204: 'error', // a screen twice
  N205: 'error', // for nobody
  N206: 'warning', // a page without words
  N207: 'error', // not yes or no
  N208: 'warning', // a kind of screen that this version does not show
  N209: 'error', // no name
  N211: 'error', // a screen of an unknown entity
  N212: 'error', // a screen names an unknown field
  N213: 'error', // a filter that is no condition
  N214: 'error', // related records that lead nowhere
  N215: 'error', // a parameter without a meaning
  N230: 'error', // a screen offers an unknown action
  N231: 'error', // a field that nobody a screen is for may see
  N232: 'warning', // a screen for people who may not read what it shows
  N233: 'warning', // an entity that no screen shows
  N234: 'warning', // a screen that goes by what its people may not read
  N216: 'error', // an address of the engine's own
  N217: 'error', // a board, calendar or timeline by what does not fit
  N218: 'error', // half days that no two fields tell
  N219: 'error', // days off or rows that are none
  N220: 'error', // a card that cannot be read
  N221: 'warning', // a dashboard without cards
  N222: 'error', // a card drawn as what does not fit
  N223: 'error', // a sum of what cannot be added up
  N224: 'error', // groups that are none
  N225: 'error', // a screen of one record that names none
  N301: 'error', // unknown type
  N302: 'error', // bounds or options that a type cannot have
  N303: 'error', // malformed name of an entity
  N304: 'error', // malformed name of a field
  N305: 'error', // reserved name
  N306: 'error', // an entity twice
  N307: 'error', // a field twice
  N308: 'error', // unknown entity
  N309: 'error', // unknown field
  N310: 'error', // a field that does not lead there
  N311: 'error', // required, default or unique where that means nothing
  N312: 'error', // neither yes nor empty
  N313: 'error', // a default that does not fit
  N314: 'error', // an earlier name that clashes
  N315: 'error', // a part of itself
  N316: 'error', // computed fields that depend on themselves
  N317: 'error', // no type
  N318: 'error', // a name for records that cannot be read
  N319: 'error', // a table or bullet without an entity
  N320: 'warning', // an entity without fields
  N321: 'error', // required references in a circle
  N322: 'error', // more computed fields upon one another than can be worked out
  N323: 'error', // records offered by something that is no condition on them
  N326: 'error', // a field set by something that sets no fields
  N330: 'error', // a required field that nobody may fill in
  N331: 'warning', // a computed field that nothing uses
  N332: 'warning', // a computed field that shows what its readers may not read
  N401: 'error', // states of an unknown entity
  N402: 'error', // the states of an entity twice
  N403: 'error', // the state's field is declared in point 3 too
  N404: 'error', // no first state
  N405: 'error', // malformed name of a state
  N406: 'error', // a state's earlier name that clashes
  N407: 'error', // malformed name of the state's field
  N408: 'error', // a first or final state that no row knows
  N409: 'error', // an unknown state
  N410: 'error', // nobody who could act
  N411: 'warning', // an action for nobody
  N412: 'error', // a guard that is no condition
  N413: 'error', // no length of time
  N414: 'error', // what only the system does, or never does
  N415: 'error', // an input that cannot be asked for
  N416: 'error', // malformed or taken name of an input
  N417: 'error', // an effect that cannot be read
  N418: 'error', // a field that cannot be set
  N419: 'error', // a record that cannot be created so
  N420: 'error', // a notification to nobody
  N421: 'error', // unknown call
  N422: 'error', // no list to go through
  N423: 'error', // a refusal outside the catalogue
  N424: 'error', // an action to several states
  N425: 'error', // malformed or taken name of an action
  N426: 'error', // a plain change that does more than tell people
  N429: 'error', // an erasure that erases nothing, or not all
  N430: 'warning', // a state that nothing leads to
  N431: 'warning', // a state that nothing leads out of
  N432: 'warning', // a guard that never holds
  N433: 'warning', // a guard that always holds
  N434: 'warning', // rows of one action that hold together
  N435: 'warning', // an action that nobody can do
  N436: 'warning', // an action for somebody who may not read the record
  N437: 'error', // an action asks for a field that nobody who does it may read
  N501: 'error', // a rule about nothing
  N502: 'error', // a rule at an unknown field
  N503: 'error', // a rule on an unknown action
  N504: 'error', // a rule that demands nothing
  N505: 'error', // a rule that is no condition
  N506: 'error', // a rule without a code of the catalogue
  N507: 'error', // a message about something that its record does not have
  N508: 'warning', // a placeholder in the spelling of another language
  N520: 'warning', // a rule that refuses everything
  N521: 'warning', // a rule that refuses nothing
  N210: 'error', // a screen for a role that does not exist
  N601: 'error', // malformed name of a role
  N602: 'error', // a role twice
  N603: 'error', // unknown way to join
  N604: 'error', // unknown role
  N605: 'error', // unknown act
  N606: 'error', // a grant on an unknown entity
  N607: 'error', // a condition that is none
  N608: 'error', // a grant of an unknown field
  N609: 'error', // a sign-up that nobody could fill in
  N620: 'warning', // a grant that another one makes needless
  N621: 'warning', // a role that nothing names
  N622: 'warning', // a role that can open nothing
  N623: 'warning', // a grant whose condition decides nothing
  N624: 'warning', // a grant to strangers that asks who they are
  N625: 'warning', // a condition on people that its actor may change first
  N701: 'warning', // calls that this version does not serve or send
  N801: 'error', // malformed code
  N802: 'error', // a code twice
  N803: 'error', // not a status
  N804: 'error', // no message
  N805: 'error', // a status that is fixed
  N810: 'warning', // a code that nothing refuses with
  N901: 'error', // malformed name
  N902: 'error', // a name twice
  N903: 'error', // unreadable value
  N904: 'error', // a setting with a value it cannot take
  N905: 'warning', // a number that may be a thousand
  N910: 'warning', // a constant that nothing uses
} as const satisfies Record<string, Severity>

export type FindingCode = keyof typeof catalogue

export function finding(code: FindingCode, place: Place, {message, hint, fix}: FindingText): Finding {
  const {file, line, column} = place
  return {code, severity: catalogue[code], file, line, column, message, hint, ...(fix ? {fix} : {})}
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(found => found.severity === 'error')
}
