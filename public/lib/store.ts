import type { LastingKey, TabKey } from '../../src/lib/stored/in-browsers.ts'

/** Storage of the browser: if it is blocked, nothing is stored and nothing fails. */
const store = <Key extends string>(of: () => Storage) => ({
  read(key: Key): string | null {
    try {
      return of().getItem(key)
    } catch {
      return null
    }
  },
  write(key: Key, value: string | null): void {
    try {
      if (value === null) of().removeItem(key)
      else of().setItem(key, value)
    } catch {
      // If it is full or forbidden, only the convenience is lost.
    }
  },
})

export const tabStore = store<TabKey>(() => sessionStorage)
export const browserStore = store<LastingKey>(() => localStorage)
