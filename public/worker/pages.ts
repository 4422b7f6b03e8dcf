/** Identifies the build (src/platform/build/worker.ts). */
declare const BUILD: string

const offlinePage = '/offline'
const shellName = `shell-${BUILD}`
const pagesName = 'pages'
const mostPages = 40

const shellRequest = (path: string) => new Request(path, { credentials: 'omit', cache: 'reload' })

/**
 * Keeps the offline page and the files that it names: scripts in its language, style sheets, fonts.
 * They are fetched without cookies, so they are nobody's own.
 */
export async function cacheShell(): Promise<void> {
  const shell = await caches.open(shellName)
  const page = await fetch(shellRequest(offlinePage))
  const named = (await page.clone().text()).matchAll(/ (?:src|href)="(\/(?:a|theme)\/[^"]+)"/g)
  const files = new Set(Array.from(named, ([, path = '']) => path))
  await shell.put(offlinePage, page)
  await shell.addAll([...files].map(shellRequest))
}

export async function sweepShells(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('shell-') && name !== shellName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Whether a request is for a file that never changes under its name. */
export const isFile = ({ url }: Request): boolean => /^\/(?:a|theme)\//.test(new URL(url).pathname)

/** Returns a file: the kept one, else the server's, which is then kept. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) event.waitUntil(keep(shellName, request, answer))
  return answer
}

export const isPage = (request: Request): boolean =>
  !new URL(request.url).pathname.startsWith('/api/') &&
  (request.mode === 'navigate' || request.headers.get('accept') === 'text/html')

/**
 * Returns a page: the server's, else a kept one for strangers, else for a visit the offline page. A
 * page for one person is marked (Cache-Control: private) and not kept.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  try {
    const preloaded: unknown = await event.preloadResponse
    const answer = preloaded instanceof Response ? preloaded : await fetch(request)
    if (mayBeKept(request, answer)) event.waitUntil(keep(pagesName, request, answer).then(dropOldest))
    return answer
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: pagesName, ignoreVary: true })
    const shown =
      kept ?? (request.mode === 'navigate' ? await caches.match(offlinePage, { ignoreVary: true }) : undefined)
    if (shown) return shown
    throw error
  }
}

const mayBeKept = ({ url }: Request, { status, type, redirected, headers }: Response): boolean =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  new URL(url).search === '' &&
  (headers.get('content-type') ?? '').startsWith('text/html') &&
  /^public\b/.test(headers.get('cache-control') ?? '')

// Copied before anything is awaited: the browser may start to read the answer at once.
function keep(name: string, { url }: Request, answer: Response): Promise<void> {
  const copy = answer.clone()
  return caches.open(name).then((cache) => cache.put(url, copy))
}

async function dropOldest(): Promise<void> {
  const pages = await caches.open(pagesName)
  const requests = await pages.keys()
  await Promise.all(requests.slice(0, Math.max(0, requests.length - mostPages)).map((old) => pages.delete(old)))
}
