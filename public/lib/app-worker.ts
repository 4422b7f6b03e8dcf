import { signal } from '@preact/signals'
import { go } from './go.ts'
import { pushUnread } from './unread.ts'

/** The event by which Chromium lets a page offer to install the site. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

/** The browser's prompt to install the site; null where it offers none. */
export const installPrompt = signal<InstallPrompt | null>(null)

const isInstallPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

/** Starts the service worker once the page has loaded, and answers its requests. */
export function joinWorker(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Nobody is prompted before they look for it: the preferences offer it.
    event.preventDefault()
    if (isInstallPrompt(event)) installPrompt.value = event
  })
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => heed(data))
  // A browser may forbid it, as in a private window: then there are no offline pages, and no
  // pushes.
  const start = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}

function heed(message: unknown): void {
  if (typeof message !== 'object' || message === null) return
  const count: unknown = Reflect.get(message, 'unread')
  const path: unknown = Reflect.get(message, 'open')
  if (typeof count === 'number') pushUnread(count)
  if (typeof path === 'string') go(path)
}
