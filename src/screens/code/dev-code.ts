/** Only with `nonet dev`, and own code: the page follows what is saved. */
import {changes} from '../../web/router/dev-changes.ts'
import {showSaved} from './refresh.ts'

changes.addEventListener('code', ({data}: MessageEvent<string>) => {
  showSaved(JSON.parse(data)).catch(console.error)
})
