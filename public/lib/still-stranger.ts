import { fetchPage, forgetEarly } from './page-cache.ts'
import { signOutKey } from './pending-press.ts'

/** Reloads a page that was made for a signed-out visitor if somebody has signed in since. */
export async function reloadIfSignedIn(): Promise<void> {
  forgetEarly()
  const page = await fetchPage(location.href, new AbortController().signal)
  if (page?.doc.querySelector(signOutKey)) location.reload()
}
