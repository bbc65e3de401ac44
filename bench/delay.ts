/** A proxy that passes data on later, as a network would: half of the delay in each direction. */
import {once} from 'node:events'
import {connect, createServer, type Socket} from 'node:net'

/** The address of a proxy in front of an address. It lasts as long as the process. */
export async function delayed(address: string, milliseconds: number): Promise<string> {
  const url = new URL(address)
  const proxy = createServer({noDelay: true}, near => {
    const far = connect({host: url.hostname, port: Number(url.port), noDelay: true})
    pass(near, far, milliseconds / 2)
    pass(far, near, milliseconds / 2)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  proxy.unref()
  const place = proxy.address()
  if (place === null || typeof place === 'string') throw new Error('The proxy has no port.')
  url.port = `${place.port}`
  return url.href
}

/** Timers of Node are whole milliseconds and late, so short delays are waited for. */
function pass(from: Socket, to: Socket, delay: number): void {
  const waiting: {readonly at: number; readonly data: Buffer}[] = []
  const send = () => {
    while (waiting[0] !== undefined && waiting[0].at <= performance.now()) to.write(waiting.shift()?.data ?? '')
    if (waiting.length > 0) setImmediate(send)
  }
  from.on('data', data => {
    waiting.push({at: performance.now() + delay, data})
    if (waiting.length === 1) setImmediate(send)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
