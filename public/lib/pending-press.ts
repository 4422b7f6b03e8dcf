import { tabStore } from './store.ts'

const key = 'tapedeck.pending-press'
const liveMs = 15 * 60_000

export const signOutKey = '[data-name="auth/sign-out"]'

/** Whether somebody is signed in, by what the page shows them. */
export const isSignedIn = (): boolean => document.querySelector(signOutKey) !== null

/** The press waits while the visitor goes to sign in, such as `follow nova`. */
export const keepPress = (press: string): void => tabStore.write(key, `${Date.now()} ${press}`)

/** Returns, once, whether the visitor pressed this a moment ago and has signed in since. */
export function takePress(press: string): boolean {
  const kept = tabStore.read(key)
  if (kept === null || !isSignedIn()) return false
  const [at = '', ...rest] = kept.split(' ')
  if (rest.join(' ') !== press) return false
  tabStore.write(key, null)
  return Date.now() - Number(at) < liveMs
}
