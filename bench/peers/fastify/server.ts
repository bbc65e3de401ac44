/** A hand-written call: Fastify, the same queries as the others, and a schema to serialise the response. */
import fastify from 'fastify'
import {askedIn, callRequests} from '../data/list.ts'
import {viewerOf} from '../data/viewer.ts'

const text = {type: 'string'} as const
const request = {
  type: 'object',
  properties: {
    id: text,
    number: {type: 'integer'},
    person: {type: 'object', properties: {id: text, name: text}},
    team: {type: ['string', 'null']},
    kind: text,
    first_day: text,
    last_day: text,
    days: {type: 'number'},
    status: text,
  },
} as const
const answer = {
  type: 'object',
  properties: {requests: {type: 'array', items: request}, next: {type: ['string', 'null']}},
} as const

const app = fastify()

app.get('/api/requests', {schema: {response: {200: answer}}}, async (asked, reply) => {
  const [scheme, token] = (asked.headers.authorization ?? '').split(' ')
  const viewer = scheme === 'Bearer' ? viewerOf(token) : null
  if (!viewer) return reply.code(401).send({detail: 'sign in'})
  if (!viewer.roles.includes('HR')) return reply.code(403).send({detail: 'not for you'})
  const {search} = new URL(asked.url, 'http://localhost')
  return callRequests(viewer, askedIn(new URLSearchParams(search)))
})

await app.listen({port: Number(process.env['PORT']), host: '127.0.0.1'})
