/** Storage of the browser: if it is blocked, nothing is stored and nothing fails. */
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
      // If it is full or forbidden, only the convenience is lost.
    }
  },
})

export const tabStore = store(() => sessionStorage)
export const browserStore = store(() => localStorage)
