export type Quality = 'automatic' | 'saver' | 'original'

const name = 'quality'
const yearSec = 31_536_000

/** How much data music may take, as the listener chose it in this browser (rule: light-stream). */
export function chosenQuality(): Quality {
  const [, text] = new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie) ?? []
  return text === 'saver' || text === 'original' ? text : 'automatic'
}

/** The site sends what was chosen from the next track on, so no player needs to know it. */
export function chooseQuality(chosen: Quality): void {
  const age = chosen === 'automatic' ? 0 : yearSec
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came to Safari with 18.4.
  document.cookie = `${name}=${chosen}; path=/; max-age=${age}; samesite=lax`
}
