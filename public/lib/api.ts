import { treaty } from '@elysiajs/eden'
import type { App } from '../../src/app.ts'
import { say } from '../../src/lib/language/say.ts'
import { forgetEarly } from './page-cache.ts'
import { showSignedOut } from './toast.ts'

/** The product's routes, with the server's own types. Times stay ISO strings. */
export const { api } = treaty<App>(globalThis.location?.origin ?? 'http://localhost', {
  parseDate: false,
  onResponse({ status }) {
    // It may have changed what a page that was fetched before says.
    forgetEarly()
    // A stranger, whose bar leads to sign in, can be refused and not be signed out.
    if (status === 401 && !document.querySelector('#bar [href^="/login"]')) showSignedOut()
  },
})

const text = (body: unknown, key: string): string | undefined => {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' ? value : undefined
}

/** Returns the error of a call, in words for the reader: the server's hint, else its message. */
export function problemOf({ value }: { value: unknown }): string {
  if (!navigator.onLine) return say('You are offline. Check the connection and try again.')
  return text(value, 'hint') ?? text(value, 'error') ?? say('That did not go through. Try again.')
}
