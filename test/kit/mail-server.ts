/** A mail server for tests: stores received mails, and responds as the test requires. */
import {createServer, type Socket} from 'node:net'

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly headers: ReadonlyMap<string, string>
  /** The raw mail with headers. */
  readonly source: string
}

export interface MailServer {
  readonly url: string
  readonly received: Received[]
  /** Everything received. */
  readonly heard: () => string
  /** The response to a command such as `RCPT`; `.` is the end of a mail. An empty text means no response. */
  answers: Readonly<Record<string, string>>
  /** Called with each mail before it is acknowledged; the acknowledgement waits for it. */
  took: (mail: Received) => Promise<void>
  close(): Promise<void>
}

export async function mailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const heard: string[] = []
  const received: Received[] = []
  const listener = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket, {heard, received, answer: word => server.answers[word], took: mail => server.took(mail)})
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    heard: () => heard.join(''),
    answers: {},
    took: async () => {},
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => listener.close(resolve))
    },
  }
  return server
}

interface Serving {
  readonly heard: string[]
  readonly received: Received[]
  readonly answer: (word: string) => string | undefined
  readonly took: MailServer['took']
}

function serve(socket: Socket, {heard, received, answer, took}: Serving): void {
  let [rest, inMail, from] = ['', false, '']
  let [to, lines]: string[][] = [[], []]
  const say = (word: string, usual: string) => {
    const text = answer(word) ?? usual
    if (text !== '') socket.write(`${text}\r\n`)
    return text
  }
  // Stored before it is acknowledged, as with real servers.
  const keep = (mail: Received) => {
    if (/^[45]/.test(answer('.') ?? '')) return void say('.', '')
    received.push(mail)
    void took(mail).then(() => say('.', '250 kept'))
  }
  const take = (line: string) => {
    // A dot at the beginning of a line is sent twice.
    if (inMail && line !== '.') return void lines?.push(line.replace(/^\.\./, '.'))
    inMail = false
    const word = line.split(' ')[0] ?? ''
    if (word === 'MAIL') [from, to, lines] = [/<(.*)>/.exec(line)?.[1] ?? '', [], []]
    if (word === 'RCPT') to?.push(/<(.*)>/.exec(line)?.[1] ?? '')
    if (word === '.') return keep(mailOf(from, to ?? [], lines ?? []))
    const text = say(word, word === 'DATA' ? '354 go on' : word === 'QUIT' ? '221 bye' : '250 yes')
    if (word === 'DATA') inMail = text.startsWith('354')
    if (word === 'QUIT') socket.end()
  }
  socket.write('220 here\r\n')
  socket.on('data', data => {
    heard.push(String(data))
    const parts = `${rest}${String(data)}`.split('\r\n')
    rest = parts.pop() ?? ''
    for (const line of parts) take(line)
  })
}

function mailOf(from: string, to: readonly string[], lines: readonly string[]): Received {
  const end = lines.indexOf('')
  const unfolded = lines
    .slice(0, end)
    .join('\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(
    unfolded.map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  return {from, to, headers, source: lines.join('\n')}
}

/** A part of a mail by its type, decoded. */
export function partOf({source}: Received, type: 'text/plain' | 'text/html'): string {
  const boundaries = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, boundary = '']) => boundary)
  const parts = boundaries.reduce((found, boundary) => found.flatMap(each => each.split(`--${boundary}`)), [source])
  const part = parts.slice(1).find(each => new RegExp(`^\\s*Content-Type: ${type}`, 'i').test(each))
  if (part === undefined) throw new Error(`no ${type}`)
  const [head = '', ...body] = part.trimStart().split('\n\n')
  const text = body.join('\n\n')
  const encoding = /Content-Transfer-Encoding: (\S+)/i.exec(head)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
