import {appendFileSync} from 'node:fs'
import {Session} from 'node:inspector'
import {beforeAll, afterAll, beforeEach, afterEach, expect} from 'vitest'
const cpu = () => { const {user, system} = process.cpuUsage(); return (user + system) / 1e6 }
const out = process.env.SPEED_OUT
const start = cpu(), startW = performance.now()
let file = expect.getState().testPath?.replace('/work/wt/speed/','')
const session = new Session(); session.connect()
const post = (m, p) => new Promise((r, j) => session.post(m, p, (e, v) => e ? j(e) : r(v)))
if (process.env.SPEED_FN) { await post('Profiler.enable'); await post('Profiler.setSamplingInterval', {interval: 2000}); await post('Profiler.start') }
let loaded
const lines = []
beforeAll(() => { loaded = cpu(); lines.push(JSON.stringify({file, kind: 'import', cpu: loaded - start, wall: (performance.now() - startW)/1e3, pid: process.pid})) })
let t, w
beforeEach(() => { t = cpu(); w = performance.now() })
afterEach(ctx => { lines.push(JSON.stringify({file, kind: 'test', name: ctx?.task?.name, suite: ctx?.task?.suite?.name, cpu: cpu() - t, wall: (performance.now() - w)/1e3, pid: process.pid})) })
afterAll(async () => {
  lines.push(JSON.stringify({file, kind: 'file', cpu: cpu() - start, wall: (performance.now() - startW)/1e3, pid: process.pid})); appendFileSync(out, lines.join('\n') + '\n')
  if (!process.env.SPEED_FN) return
  const {profile} = await post('Profiler.stop'); session.disconnect()
  const byId = new Map(profile.nodes.map(n => [n.id, n])); const parent = new Map()
  for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const self = new Map(); profile.samples.forEach((s, i) => self.set(s, (self.get(s) ?? 0) + profile.timeDeltas[i]))
  const key = n => `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.replace(/^file:\/\//,'').replace('/work/wt/speed/','').replace(/.*node_modules\//,'~')}:${n.callFrame.lineNumber+1}`
  const S = {}, T = {}
  for (const [id, us] of self) {
    const n = byId.get(id); const k = key(n); if (k.startsWith('(idle)')) continue
    S[k] = (S[k] ?? 0) + us
    const seen = new Set(); let c = id
    while (c !== undefined) { const kk = key(byId.get(c)); if (!seen.has(kk)) { seen.add(kk); T[kk] = (T[kk] ?? 0) + us } c = parent.get(c) }
  }
  appendFileSync(process.env.SPEED_FN, JSON.stringify({file, S, T}) + '\n')
})
