/** Runs in every page before its own scripts: what the engine’s own switches do not take away. */
function lackOfPhones() {
  // The keys of the device alone say how loud it is.
  Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set() {} })
  const { canPlayType } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.canPlayType = function (type) {
    return type.includes('ogg') ? '' : canPlayType.call(this, type)
  }
  const { play } = HTMLMediaElement.prototype
  // Under load this port of the engine loses the word that all has come, and waits for ever.
  const wake = (audio: HTMLMediaElement) => {
    const { buffered, currentTime, readyState, duration, paused } = audio
    const isHere = buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 0.1
    const isStuck = !paused && readyState === HTMLMediaElement.HAVE_CURRENT_DATA
    if (isHere && isStuck && currentTime < duration - 0.1) audio.currentTime = currentTime + 0.05
  }
  const watched = new WeakSet<HTMLMediaElement>()
  HTMLMediaElement.prototype.play = function () {
    if (!watched.has(this)) setInterval(wake, 1_000, this)
    watched.add(this)
    return play.call(this)
  }
  const tell = (what: unknown) => navigator.sendBeacon('/walk/problem', String(what))
  window.addEventListener('error', ({ message, error }) => tell(error?.stack ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => {
    // A page that is left for another one loads no more.
    if (!String(reason).includes('Importing a module script failed')) tell(`${reason} ${reason?.stack}`)
  })
  document.addEventListener('securitypolicyviolation', (each) =>
    tell(`${each.violatedDirective} forbids ${each.blockedURI}`),
  )
}

const script = `(${lackOfPhones})()`

/**
 * Stands before a server and takes from its pages what an iPhone lacks: Ogg (before iOS 18.4), and
 * a loudness that pages set. Errors of a page, and what its policy forbids, go to `problems`.
 */
export function servePhones(svc: { url: string }, problems: string[]) {
  const stand = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search, origin } = new URL(request.url)
      if (pathname === '/walk/lacks.js') return new Response(script, { headers: { 'content-type': 'text/javascript' } })
      if (pathname === '/walk/problem') {
        problems.push(await request.text())
        return new Response()
      }
      const headers = new Headers(request.headers)
      for (const name of ['host', 'if-none-match']) headers.delete(name)
      for (const name of ['origin', 'referer']) {
        const said = headers.get(name)
        if (said) headers.set(name, said.replace(origin, svc.url))
      }
      const { method, body, signal } = request
      const answer = await fetch(svc.url + pathname + search, { method, headers, body, signal, redirect: 'manual' })
      return lessOf(answer, svc.url, origin)
    },
  })
  return { url: `http://127.0.0.1:${stand.port}`, stop: () => stand.stop(true) }
}

async function lessOf(answer: Response, from: string, to: string): Promise<Response> {
  const { status } = answer
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const place = headers.get('location')
  if (place) headers.set('location', place.replace(from, to))
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('audio/ogg')) return new Response('silence', { status: 200, headers: { 'content-type': type } })
  if (!type.startsWith('text/html')) return new Response(answer.body, { status, headers })
  const text = await answer.text()
  return new Response(text.replace('<head>', '<head><script src="/walk/lacks.js"></script>'), { status, headers })
}
