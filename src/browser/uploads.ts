/** Files: dropped onto their control, and sent with a sign of how far they are. */

export function watchDrops(): void {
  const zoneOf = (event: DragEvent) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drop]') : null
  for (const kind of ['dragenter', 'dragover'] as const)
    document.addEventListener(kind, event => {
      const zone = zoneOf(event)
      if (!zone || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      zone.dataset['over'] = ''
    })
  document.addEventListener('dragleave', event => zoneOf(event)?.removeAttribute('data-over'))
  document.addEventListener('drop', event => {
    const zone = zoneOf(event)
    const input = zone?.querySelector<HTMLInputElement>('input[type=file]')
    if (!zone || !input || !event.dataTransfer) return
    event.preventDefault()
    zone.removeAttribute('data-over')
    take(input, event.dataTransfer.files)
  })
}

/** Those that are there already stay, where the field takes several. */
function take(input: HTMLInputElement, dropped: FileList): void {
  const files = new DataTransfer()
  if (input.multiple) for (const file of input.files ?? []) files.items.add(file)
  for (const file of input.multiple ? dropped : [...dropped].slice(0, 1)) files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('input', {bubbles: true}))
}

/** As `fetch` would send it; only this older way tells how far it is. */
export function sendWithProgress(
  url: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const bars = [...document.querySelectorAll<HTMLProgressElement>('progress.sending')]
  const show = (percent: number | null) => {
    for (const bar of bars) {
      bar.hidden = percent === null
      bar.value = percent ?? 0
    }
  }
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener(
      'progress',
      event => event.lengthComputable && show((100 * event.loaded) / event.total),
    )
    request.addEventListener('loadend', () => show(null))
    request.addEventListener('error', () => reject(new TypeError('not sent')))
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('content-type') ?? ''
      resolve(new Response(request.responseText, {status: request.status, headers: {'content-type': type}}))
    })
    request.send(form)
  })
}
