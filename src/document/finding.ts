/**
 * A finding: a problem in a document, its place, and what to do about it. The catalogue below lists every code and its
 * severity; `docs/findings.md` explains each one to authors.
 */

/** A position in a document's source; line and column count from 1, columns in UTF-16 units, as editors count them. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

type Severity = 'error' | 'warning'

export interface Finding extends Place {
  readonly code: FindingCode
  readonly severity: Severity
  readonly message: string
  readonly hint: string
  /** The fix suggested by the hint, if it can be applied automatically. */
  readonly fix?: Fix
  /** Other places with the same cause. */
  readonly also?: readonly Place[]
}

/** Replaces a range of the finding's file; it ends before `endColumn`. */
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
  N002: 'error', // file is not UTF-8
  N003: 'error', // document too large
  N004: 'error', // nested too deeply
  N005: 'error', // duplicate point in one file
  N006: 'error', // unknown point
  N007: 'warning', // section without a number
  N008: 'warning', // content above the first point
  N009: 'error', // missing title
  N010: 'warning', // second title
  N011: 'error', // row with too many cells
  N012: 'error', // table that Markdown does not recognise
  N013: 'error', // code block that is never closed
  N014: 'error', // unknown column
  N015: 'error', // missing column
  N016: 'error', // unknown table
  N017: 'error', // duplicate column
  N018: 'error', // unknown or empty setting
  N019: 'error', // duplicate setting
  N020: 'error', // heading of something unknown
  N021: 'error', // unknown constant in a text
  N022: 'error', // heading that is not recognised
  N023: 'warning', // setting that is read as prose
  N024: 'error', // comment that is never closed
  N030: 'error', // invalid acceptance
  N031: 'warning', // acceptance without a warning
  N040: 'warning', // texts without a translation
  N041: 'warning', // translation of a text that is gone
  N042: 'warning', // text translated twice
  N043: 'warning', // translation with other fields
  N050: 'error', // syntax error
  N051: 'error', // expression too long
  N052: 'error', // spelling of another language
  N053: 'error', // unclosed bracket or quote
  N054: 'error', // unsupported part of FEEL
  N055: 'error', // unknown name
  N056: 'error', // unknown function
  N057: 'error', // wrong number of arguments
  N058: 'error', // argument of the wrong type
  N059: 'error', // values that cannot be compared
  N060: 'error', // word outside the choice
  N061: 'error', // values that cannot be calculated
  N062: 'error', // expected a condition
  N063: 'error', // branches of different types
  N064: 'error', // items of different types
  N065: 'error', // unknown field or property
  N066: 'error', // expected a list
  N067: 'error', // not available here
  N068: 'error', // value of the wrong type
  N070: 'error', // list of lists
  N071: 'error', // invalid date, time or duration
  N072: 'error', // invalid regular expression
  N073: 'error', // too much work
  N091: 'error', // list where a value is needed
  N092: 'error', // value that cannot be stored
  N093: 'error', // function that needs a written value
  N094: 'error', // expression too large for the database
  N101: 'error', // unknown role for the specification
  N201: 'error', // unknown screen type
  N202: 'error', // invalid route
  N203: 'error', // duplicate route
  N204: 'error', // duplicate screen
  N205: 'error', // screen for no one
  N206: 'warning', // empty page
  N207: 'error', // expected yes or no
  N209: 'error', // missing name
  N210: 'error', // screen for an unknown role
  N211: 'error', // screen of an unknown entity
  N212: 'error', // unknown field on a screen
  N213: 'error', // filter that is not a condition
  N214: 'error', // related records that lead elsewhere
  N215: 'error', // parameter without a meaning
  N216: 'error', // reserved route
  N217: 'error', // board, calendar or timeline by the wrong field
  N218: 'error', // invalid half days
  N219: 'error', // invalid days off, closed days, open times or rows
  N220: 'error', // invalid card
  N221: 'warning', // dashboard without cards
  N222: 'error', // card drawn the wrong way
  N223: 'error', // sum of something else than numbers
  N224: 'error', // invalid groups
  N225: 'error', // screen of one record without a parameter
  N226: 'error', // invalid figure of an inbox
  N227: 'error', // invalid strip of an inbox or a form
  N228: 'error', // invalid earlier records of an inbox
  N229: 'error', // unknown feed of a screen
  N230: 'error', // unknown action on a screen
  N231: 'error', // field that no one on the screen may see
  N232: 'warning', // screen for people who may not read it
  N233: 'warning', // entity without a screen
  N234: 'warning', // screen that depends on a hidden field
  N235: 'warning', // public form with files
  N236: 'error', // invalid colours or requested states
  N237: 'error', // invalid choices of a form
  N239: 'error', // menu entry that depends on records of another screen
  N240: 'error', // invalid filter for free records
  N241: 'error', // invalid fields of public holidays
  N242: 'error', // invalid dates of a form, or fields to fulfil its rules with
  N243: 'error', // invalid display
  N244: 'error', // invalid condition of a form's field
  N245: 'error', // invalid records to begin with
  N246: 'error', // invalid inbox of a record
  N247: 'error', // setting of screens of another type
  N248: 'error', // picture that is not an image
  N249: 'error', // invalid value of an address
  N250: 'error', // invalid data of own code
  N251: 'error', // invalid action of own code
  N252: 'warning', // own screen without code
  N253: 'error', // own code that does not work
  N254: 'warning', // data or action that own code does not use
  N255: 'error', // invalid setting of a site
  N256: 'warning', // own code that is given more records than it needs
  N257: 'warning', // name of own code that will go
  N258: 'warning', // file in public that is not served
  N301: 'error', // unknown type
  N302: 'error', // invalid options of a type
  N303: 'error', // invalid name of an entity
  N304: 'error', // invalid name of a field
  N305: 'error', // reserved name
  N306: 'error', // duplicate entity
  N307: 'error', // duplicate field
  N308: 'error', // unknown entity as a type
  N309: 'error', // unknown field
  N310: 'error', // field that leads elsewhere
  N311: 'error', // required, default or unique where it cannot be
  N312: 'error', // expected yes or an empty cell
  N313: 'error', // invalid default
  N314: 'error', // conflicting earlier name
  N315: 'error', // part of itself
  N316: 'error', // circular computed fields
  N317: 'error', // missing type
  N318: 'error', // invalid name for records
  N319: 'error', // fields without an entity
  N320: 'warning', // entity without fields
  N321: 'error', // circular required references
  N322: 'error', // computed fields nested too deeply
  N323: 'error', // offered records without a condition
  N326: 'error', // invalid value under Set by
  N327: 'error', // invalid span
  N328: 'error', // invalid label or colour of a value
  N329: 'error', // unknown icon
  N330: 'error', // required field that no one may fill in
  N331: 'warning', // unused computed field
  N332: 'warning', // computed field that reveals hidden values
  N333: 'error', // invalid owner
  N334: 'error', // invalid `in sentences`
  N335: 'error', // invalid function of own code
  N336: 'error', // function without code
  N337: 'error', // invalid part of own code for a field
  N401: 'error', // states of an unknown entity
  N402: 'error', // duplicate states
  N403: 'error', // state declared as a field
  N404: 'error', // missing first state
  N405: 'error', // invalid name of a state
  N406: 'error', // conflicting earlier name of a state
  N407: 'error', // invalid name of the state field
  N408: 'error', // first or final state without an action
  N409: 'error', // misspelt state
  N410: 'error', // unknown role or person
  N411: 'warning', // action for no one
  N412: 'error', // when is not a condition
  N413: 'error', // invalid length of time
  N414: 'error', // invalid row for the system
  N415: 'error', // invalid input
  N416: 'error', // invalid name of an input
  N417: 'error', // invalid effect
  N418: 'error', // field that cannot be set
  N419: 'error', // invalid create
  N420: 'error', // notification to no one
  N421: 'error', // unknown call
  N422: 'error', // invalid list in for each
  N423: 'error', // unknown error code of an action
  N424: 'error', // several states under To
  N425: 'error', // invalid name of an action
  N426: 'error', // plain change that does more than notify
  N427: 'error', // different labels of one action
  N428: 'error', // sentence that cannot be filled in
  N429: 'error', // erasure that cannot work
  N430: 'warning', // state that no action leads to
  N431: 'warning', // state that no action leads out of
  N432: 'warning', // when is never true
  N433: 'warning', // when is always true
  N434: 'warning', // overlapping rows of an action
  N435: 'warning', // action that no one can do
  N436: 'warning', // action for a role that may not read
  N437: 'error', // action asks for a hidden field
  N438: 'warning', // action for new records that no form offers
  N439: 'warning', // notification to people who may not read the record
  N440: 'error', // mail of an unknown action
  N441: 'error', // mail that shows an unknown field
  N442: 'error', // mail that offers an unknown action
  N443: 'error', // mail that shows a field that no one may read
  N444: 'warning', // mail that is never sent
  N445: 'warning', // mail that offers an impossible action
  N446: 'error', // mail with a strip that no inbox has
  N447: 'error', // form of an unknown action
  N448: 'error', // form that previews an unknown field
  N449: 'error', // form that is neither destructive nor not
  N501: 'error', // rule without an entity
  N502: 'error', // rule on an unknown field
  N503: 'error', // rule on an unknown action
  N504: 'error', // rule without a condition
  N505: 'error', // rule is not a condition
  N506: 'error', // unknown error code of a rule
  N507: 'error', // unknown placeholder in a message
  N508: 'warning', // placeholder in another spelling
  N520: 'warning', // rule that refuses everything
  N521: 'warning', // rule that refuses nothing
  N601: 'error', // invalid name of a role
  N602: 'error', // duplicate role
  N603: 'error', // unknown way to join
  N604: 'error', // unknown role in a grant
  N605: 'error', // unknown permission
  N606: 'error', // grant on an unknown entity
  N607: 'error', // where is not a condition
  N608: 'error', // grant of an unknown field
  N609: 'error', // sign-up that no one can complete
  N610: 'error', // a setting of point 6 for a role that is not there
  N611: 'error', // unknown sensitive step in point 6
  N620: 'warning', // redundant grant
  N621: 'warning', // unused role
  N622: 'warning', // role without a screen
  N623: 'warning', // grant whose condition has no effect
  N624: 'warning', // grant to everyone that needs me
  N625: 'warning', // condition that the acting person can change first
  N626: 'warning', // role that may change the addresses of people but not their roles
  N702: 'error', // unknown purpose of a call
  N703: 'error', // call about an unknown entity
  N704: 'error', // unknown action of a call
  N705: 'error', // method that does not fit
  N706: 'error', // invalid path of a call
  N707: 'error', // two calls on one path
  N708: 'error', // path that collides with a screen
  N709: 'error', // parameter of a path without a meaning
  N710: 'error', // unreadable shape
  N711: 'error', // unknown name in a shape
  N712: 'error', // request for what cannot be filled in
  N713: 'error', // request that can never be valid
  N714: 'warning', // public call that shows what visitors may not read
  N715: 'error', // secret in the document
  N716: 'error', // invalid setting of a call
  N717: 'error', // heading of an unknown call
  N718: 'error', // invalid address of an outgoing call
  N719: 'error', // host that the document does not name
  N720: 'error', // outgoing call about two entities
  N721: 'warning', // outgoing call that nothing makes
  N722: 'error', // answer that sets nothing
  N723: 'warning', // call that none of its callers may carry out
  N724: 'error', // invalid effect of own code
  N725: 'error', // effect without code
  N801: 'error', // invalid error code
  N802: 'error', // duplicate error code
  N803: 'error', // invalid status
  N804: 'error', // missing message
  N805: 'error', // fixed status
  N810: 'warning', // unused error code
  N901: 'error', // invalid name of a constant
  N902: 'error', // duplicate constant
  N903: 'error', // unreadable value
  N904: 'error', // invalid value of a setting
  N905: 'warning', // number that may be a thousand
  N906: 'error', // invalid settings of a constant
  N907: 'warning', // setting without a screen
  N910: 'warning', // unused constant
} as const satisfies Record<string, Severity>

export type FindingCode = keyof typeof catalogue

/** Texts of the document may be as long as the document, and a message quotes them. */
const longestText = 2000

const clipped = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text)

export function finding(code: FindingCode, place: Place, {message, hint, fix}: FindingText): Finding {
  const {file, line, column} = place
  const texts = {message: clipped(message), hint: clipped(hint)}
  return {code, severity: catalogue[code], file, line, column, ...texts, ...(fix ? {fix} : {})}
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(found => found.severity === 'error')
}

/** More than anyone reads at once; the rest appears once these have been corrected. */
const mostFindings = 1000

/** The first findings, errors before warnings. They must be in reading order, and stay so. */
export function bounded(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= mostFindings) return findings
  const errors = findings.filter(({severity}) => severity === 'error').slice(0, mostFindings)
  const warnings = findings.filter(({severity}) => severity === 'warning').slice(0, mostFindings - errors.length)
  const shown = new Set([...errors, ...warnings])
  return findings.filter(found => shown.has(found))
}

// Applies fixes of findings to the text of their file.

export function applyFix(text: string, {line, column, endLine, endColumn, text: by}: Fix): string {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({0: end, index}) => index + end.length)]
  const offset = (row: number, at: number) => Math.min((starts[row - 1] ?? text.length) + at - 1, text.length)
  return text.slice(0, offset(line, column)) + by + text.slice(offset(endLine, endColumn))
}

/** From last to first, so that positions stay valid; of two overlapping fixes, the first is applied. */
export function applyFixes(
  text: string,
  findings: readonly Finding[],
): {readonly text: string; readonly count: number} {
  const taken: Fix[] = []
  for (const {fix} of findings) if (fix && !taken.some(other => overlap(fix, other))) taken.push(fix)
  const last = taken.toSorted((a, b) => b.line - a.line || b.column - a.column)
  return {text: last.reduce(applyFix, text), count: taken.length}
}

const isBefore = (a: Fix, b: Fix): boolean => a.endLine < b.line || (a.endLine === b.line && a.endColumn <= b.column)

const overlap = (a: Fix, b: Fix): boolean => !isBefore(a, b) && !isBefore(b, a)
