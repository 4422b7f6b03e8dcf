/** What the browser keeps for us, where it lets us: blocked storage forgets, and breaks nothing. */
const store = (of: () => Storage) => ({
  read(key: string): string | null {
    try {
      return of().getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string | null): void {
    try {
      if (value === null) of().removeItem(key)
      else of().setItem(key, value)
    } catch {
      // A full or forbidden storage only costs the convenience.
    }
  },
})

/** Kept for this tab. */
export const tabStore = store(() => sessionStorage)
/** Kept for this browser. */
export const browserStore = store(() => localStorage)
