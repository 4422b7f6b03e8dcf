import { say } from '../../src/lib/language/say.ts'
import { announce } from './announce.ts'
import { problemOf } from './api.ts'
import { showToast } from './toast.ts'

const leastWaitMs = 1_000
const readyMs = 400
const followed = new Set<string>()

const words = (state: unknown): string =>
  state === 'waiting'
    ? say('Other downloads are made first. This one starts automatically when it is ready.')
    : say('It is being made, and starts automatically when it is ready.')

/** Says how far a download is; over the page where the line has gone with its page. */
function tell(line: HTMLElement, text: string): void {
  if (line.textContent === text) return
  if (line.isConnected) {
    line.textContent = text
    announce(text)
  } else if (text !== '') showToast(text)
}

/** Asks for a download until it can be sent. Returns how it ended, in words for an error. */
async function untilReady(href: string, line: HTMLElement): Promise<string | null> {
  for (;;) {
    const asked = new AbortController()
    const answer = await fetch(href, { headers: { prefer: 'respond-async' }, signal: asked.signal })
    if (answer.status !== 202) {
      const problem = answer.ok ? null : problemOf({ value: await answer.json().catch(() => null) })
      // The browser asks for it once more, and saves it.
      asked.abort()
      return problem
    }
    tell(line, words(Reflect.get(Object(await answer.json()), 'state')))
    const waitMs = Number(answer.headers.get('retry-after')) * 1_000
    await new Promise((resolve) => setTimeout(resolve, Math.max(waitMs, leastWaitMs)))
  }
}

function addressOf(key: HTMLElement): string {
  const form = key.closest('form')
  if (!form) return key instanceof HTMLAnchorElement ? key.href : ''
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
  return url.href
}

/**
 * Downloads what a link or a form's button offers, once it is made; until then says below the
 * offers what it waits for.
 */
export async function followDownload(key: HTMLElement): Promise<void> {
  const href = addressOf(key)
  const line = key.closest('.downloads')?.querySelector<HTMLElement>('.making')
  if (!line || followed.has(href)) return
  followed.add(href)
  // One that is there already says nothing.
  const soon = setTimeout(() => tell(line, words('making')), readyMs)
  try {
    const problem = await untilReady(href, line).catch(() => problemOf({ value: null }))
    clearTimeout(soon)
    tell(line, problem ?? '')
    if (problem !== null) return
    const link = document.createElement('a')
    link.href = href
    link.download = ''
    link.click()
  } finally {
    followed.delete(href)
  }
}
