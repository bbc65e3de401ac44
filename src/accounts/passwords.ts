/**
 * Password rules for sign-up, sign-in, reset, change and the command line, and how passwords are stored: argon2id, each with its own salt, in the
 * standard text form including its parameters, so that these can be raised later. Hashing uses a lot of memory on purpose, so only a few run at once.
 */

import {argon2, randomBytes, timingSafeEqual} from 'node:crypto'
import {Refused} from '../engine/reply.ts'

/**
 * Passwords that attackers try first: the 49,000 of zxcvbn-ts, plus words of other languages and of the workplace. In lower case. Loaded when the
 * first password is chosen.
 */
const more = `
00000000 007007 01011990 01012000 0123456789 10203040 102030405 11111111 11112222 111222333 11223344
112233445566 12121212 123123123 123321123 12341234 12344321 123454321 12345678 123456789 1234567890 123456abc
1234abcd 1234qwer 123654789 123qwe123 123qweasd 13131313 135792468 14141414 147258369 147852369 159753456
19841984 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 20202020 22222222 23232323 246813579 27182818 31415926
314159265 33333333 44444444 456123789 55555555 66666666 69696969 741852963 77777777 789456123 87654321 88888888
963852741 987654321 9876543210 99999999 a1234567 a12345678 a1b2c3d4 aa123456 aaaaaaaa abc12345 abc123456 abcabc
abcd123 abcd1234 abcdabcd abcdefgh abcdefghi abcdefghij abracadabra access accessgranted acdc admin admin123
adminadmin administrator adobe airborne alejandro alessandro alexander alexandra amazing amazon america amour
andrew android angel angelina angels anthony anything apple april aragorn arschloch arsenal asdasd asdasdasd
asdf1234 asdfasdf asdfghjk asdfghjkl asdfjkl; asdfqwer ashley assassin asshole audiaudi august australia autumn
awesome azerty azerty123 azertyui azertyuiop baby babyboy babygirl banana barcelona baseball basketball batman
bayern bayernmunchen beatles beautiful benfica benjamin berlin besiktas beyonce bienvenue bigboss bigdaddy
birthday biteme blabla blahblah blessed blessing blink182 bmwbmw bond007 bonjour brasil broncos brother bubbles
bullshit business buster butterfly callofduty camaro camille canada celtic changeit changeme changemenow
charizard charlie charlotte cheese chelsea chevrolet chicago chicken chocolat christine christmas christopher
cisco company computer contrasena contraseña cookie corazon corinthians correcthorsebatterystaple corvette
coucou counter counterstrike cowboy cowboys cristian cristina crystal daddy daniel darling darthvader debian
december default demo demodemo deutschland diamond dickhead docker doggie dolphin dolphins dortmund doudou
dragon driver drummer ducati dumbledore dupa1234 eagles eatme elephant elizabeth eminem employee england
enterprise estrella everton everything facebook falcon family fantastic father february fenerbahce ferrari
ficken fishing flamengo flower football forever fortnite francesco freedom friday friends friendship frodo
fruhling frühling fuckme fuckoff fuckyou fussball futbol fußball gabriel galatasaray gandalf garfield geheim
geheimnis ginger giovanni github gitlab giuseppe godisgood golden goldfish goodbye goodday google gorgeous
grandma gryffindor guest guestguest guitar hahaha hallo hallo123 handsome happyday harley harleydavidson
harrypotter haslo heaven hello hello123 hellohello hellokitty helloworld helpdesk herbst hermione heslo hiphop
hockey hocuspocus hogwarts hola12345 holiday honda honey honeybee hunter hunting hurricane ihateyou ilovegod
iloveu iloveyou iloveyou1 initial instagram internet iphone ireland ironman isabella jamesbond january jennifer
jessica jesus jesuschrist jetaime jonathan jonsnow jordan joshua july june juventus katherine kawasaki keyboard
keykey khaleesi killer kitten kitty kochanie lakers lalala legolas letmein letmeinnow letmepass lightning
linkedin linkinpark linux lions liverpool lkjhgfdsa login loginlogin logmein lol123 london losenord loulou
lovelove lovely loveme lover loveyou lukeskywalker lösenord macintosh madonna madrid manager manchester march
marines mariposa marseille master masterkey matrix matrix1 matrix123 matthew may mercedes metal metallica
michael michelle mickey microsoft military minecraft minnie misiek mnbvcxz mnbvcxzlkj mommy monday monkey
morpheus motdepasse mother music musica mustang mypassword mysql naruto neo netflix newcastle newpassword
nicolas nicole nintendo nirvana nothing november october office opensesame oracle orange p@ssw0rd p@ssword
pa55w0rd pa55word packers palmeiras panther paris parola parool pass1234 passcode passpass passphrase passw
passw0rd password passwort patrick patriots penis pepper personal phoenix photoshop pikachu pincode playstation
poiuytrewq pokemon polska porsche postgres princess private puppy purple pussy q1w2e3r4 q1w2e3r4t5 qazwsx
qazwsxedc qazxsw qwaszx qwe123qwe qweasd qweasdzxc qweqwe qweqweqwe qwer1234 qwerasdf qwerty qwerty123
qwertyqwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop racing rainbow ranger rangers realmadrid redskins
richard rihanna robert roblox rocknroll rockstar root rootroot salasana samantha samsung saturday schalke
schalke04 schatz scooby scotland sebastian secret secret123 secrets senha september server service sesame sexsex
sexy sexygirl shadow shakira sherlock signin silver sister skywalker slipknot slytherin snoopy soccer softball
soldier soleil something sommer spiderman spring starcraft startrek starwars steelers stephanie storm suckit
summer sunday sunflower sunshine sunshine1 superman support suzuki sweetheart sweetie system teamo temp1234
temporal temporary temppass temppassword tempword tequiero test test1234 tester testing testtest thepassword
thomas thunder thursday tigers tigger together toor topsecret tottenham toyota trinity truck trucker trustno1
tuesday turtle twitter ubuntu unicorn user username useruser vacation valentina victoria volleyball warcraft
wednesday welcome welcome1 welcomehome whatever whatsapp william windows winter winterfell wolverine wonderful
xbox xxxxxxxx yamaha yankees yoda yourpassword youtube zaq123 zaq12wsx zaq1xsw2 zxcv1234 zxcvbnm zxcvbnmm zxczxc
zzzzzzzz
`

interface CommonPasswords {
  readonly all: ReadonlySet<string>
  /** Words that stay weak with digits and symbols appended: `dragon` covers `Dragon123!` too. */
  readonly words: ReadonlySet<string>
}

/** Rarer words become strong enough with a few digits. */
const mostWords = 10_000

let read: CommonPasswords | null = null

export async function commonPasswords(): Promise<CommonPasswords> {
  read ??= await readAll()
  return read
}

async function readAll(): Promise<CommonPasswords> {
  const {default: ranked} = await import('@zxcvbn-ts/language-common/src/passwords.json', {with: {type: 'json'}})
  const own = more.trim().split(/\s+/)
  return {all: new Set([...own, ...ranked]), words: new Set([...own, ...ranked.slice(0, mostWords)])}
}

interface PasswordProblem {
  readonly code: 'REQUIRED' | 'TOO_SHORT' | 'TOO_LONG' | 'ODD_CHARACTERS' | 'EASY_PASSWORD'
  readonly values: Readonly<Record<string, string>>
}

type ReadPassword =
  | {readonly ok: true; readonly password: string; readonly count: number}
  | {readonly ok: false; readonly problem: PasswordProblem}

/** In characters, so that a request cannot make the server hash a megabyte. */
const longestPassword = 128

/** Normalised with NFKC before hashing: different keyboards may produce different characters for the same password. */
function readPassword(text: string): ReadPassword {
  const password = text.normalize('NFKC')
  const count = [...password].length
  if (password.trim() === '') return invalid('REQUIRED')
  // Control characters and unpaired surrogates do not survive every browser and terminal.
  if (/\p{Cc}/u.test(password) || !password.isWellFormed()) return invalid('ODD_CHARACTERS')
  if (count > longestPassword) return invalid('TOO_LONG', {most: String(longestPassword), count: String(count)})
  return {ok: true, password, count}
}

function invalid(
  code: PasswordProblem['code'],
  values: PasswordProblem['values'] = {},
): {readonly ok: false; readonly problem: PasswordProblem} {
  return {ok: false, problem: {code, values}}
}

interface PasswordRules {
  readonly least: number
  /** Words a guesser would try first: the product's name and the person's own. */
  readonly words: readonly string[]
  /** Whether the document accepts common passwords. */
  readonly easy?: boolean
}

/** Whether a password may be chosen: long enough, and not a common one. */
export async function validatePassword(
  text: string,
  {least, words, easy = false}: PasswordRules,
): Promise<PasswordProblem | null> {
  const read = readPassword(text)
  if (!read.ok) return read.problem
  if (read.count < least) return {code: 'TOO_SHORT', values: {least: String(least)}}
  return !easy && (await isEasy(read.password, words)) ? {code: 'EASY_PASSWORD', values: {}} : null
}

async function isEasy(password: string, words: readonly string[]): Promise<boolean> {
  const folded = password.toLowerCase()
  const bare = folded.replace(/[^\p{L}]+$/u, '')
  const {all, words: bases} = await commonPasswords()
  if (all.has(folded) || (bare.length >= 4 && bases.has(bare))) return true
  return new Set(folded).size < 4 || isRow(folded) || littleBeside(folded, words)
}

/** `12345678`, `hgfedcba`: consecutive characters, up or down. */
function isRow(text: string): boolean {
  const codes = [...text].map(letter => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

const leastBeside = 5

/** Common words with little around them: `anna2026!`. */
function littleBeside(password: string, words: readonly string[]): boolean {
  const known = words.flatMap(partsOf).sort((a, b) => b.length - a.length)
  const rest = known.reduce((left, word) => left.replaceAll(word, ''), password)
  return rest.length < password.length && [...rest].length < leastBeside
}

function partsOf(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
  return [parts.join(''), ...parts].filter(part => part.length >= 3)
}

/* At most this many at once; others wait in a queue and are refused if the queue is full. */

export class Semaphore {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly atOnce: number
  private readonly longestLine: number

  constructor({atOnce, longestLine}: {atOnce: number; longestLine: number}) {
    this.atOnce = atOnce
    this.longestLine = longestLine
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running += 1
      return
    }
    if (this.waiting.length >= this.longestLine) throw new Refused('BUSY')
    await new Promise<void>(resolve => this.waiting.push(resolve))
  }

  /** The slot goes to the one that has waited longest. */
  private leave(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.running -= 1
  }
}

interface Costs {
  /** KiB */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** What OWASP recommends for argon2id. */
const costs: Costs = {memory: 19_456, passes: 2, parallelism: 1}
const tagLength = 32
const hashing = new Semaphore({atOnce: 2, longestLine: 200})

/** The password must already be validated. */
export async function hashPassword(text: string): Promise<string> {
  const read = readPassword(text)
  if (!read.ok) throw new Error('only what may be a password is hashed')
  const salt = randomBytes(16)
  const tag = await digest(read.password, salt, costs)
  return `$argon2id$v=19$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$${plain(salt)}$${plain(tag)}`
}

/** Takes as long for people who have no password, or do not exist. */
export async function isPassword(text: string, hash: string | null): Promise<boolean> {
  const kept = hash === null ? null : parseHash(hash)
  const {salt, tag, costs: its} = kept ?? nobodys
  const read = readPassword(text)
  const made = await digest(read.ok ? read.password : '', salt, its)
  return timingSafeEqual(made, tag) && kept !== null && read.ok
}

/** Whether it was hashed with other parameters than today's. */
export function isOutdated(hash: string): boolean {
  const its = parseHash(hash)?.costs
  return its?.memory !== costs.memory || its.passes !== costs.passes || its.parallelism !== costs.parallelism
}

interface StoredHash {
  readonly salt: Buffer
  readonly tag: Buffer
  readonly costs: Costs
}

const nobodys: StoredHash = {salt: Buffer.alloc(16, 7), tag: Buffer.alloc(tagLength), costs}

function parseHash(hash: string): StoredHash | null {
  const parts = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!parts) return null
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const bytes = Buffer.from(tag, 'base64')
  if (bytes.length !== tagLength) return null
  const its = {memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism)}
  return {salt: Buffer.from(salt, 'base64'), tag: bytes, costs: its}
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function digest(password: string, nonce: Buffer, its: Costs): Promise<Buffer> {
  const message = Buffer.from(password)
  return hashing.take(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', {message, nonce, tagLength, ...its}, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )
}
