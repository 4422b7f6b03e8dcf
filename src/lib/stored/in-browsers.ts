/**
 * Everything that browsers keep of this site: nothing else may be kept, and the draft on privacy is
 * made from this (rule: kept-in-browsers). Each is needed for what its reader asked for.
 */

/** Cookies, and the days for which a browser keeps each; 0: until it is closed. */
export const cookieDays = {
  svc_session: 30,
  svc_device: 365,
  svc_flow: 1,
  svc_language: 365,
  svc_ref: 30,
  svc_letter: 0,
  svc_rest: 30,
  quality: 365,
} as const

export type CookieName = keyof typeof cookieDays

/** Keys of localStorage, which stay until they are deleted, by how they begin. */
export const lastingKeys = [
  'tapedeck.kept',
  'tapedeck.volume',
  'tapedeck.keys',
  'tapedeck.aloud',
  'tapedeck.party.',
  'push-id ',
  'tus::',
] as const

/** Keys of sessionStorage, which end with the tab, by how they begin. */
export const tabKeys = [
  'tapedeck.deck',
  'tapedeck.told-play',
  'tapedeck.places',
  'tapedeck.pending-press',
  'tapedeck.setup',
  'tapedeck.gift.',
  'tapedeck.news.',
  'tapedeck.order.',
  'tapedeck.guest.',
  'tapedeck.amount.',
  'tapedeck.message.',
  'tapedeck.email.',
  'tapedeck.payer.',
  'tapedeck.day.',
  'tapedeck.secret.',
] as const

/** Caches of the service worker, by how they begin. */
export const cacheNames = ['shell-', 'pages', 'kept-sound'] as const

export type LastingKey = `${(typeof lastingKeys)[number]}${string}`
export type TabKey = `${(typeof tabKeys)[number]}${string}`
