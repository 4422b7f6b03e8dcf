import { say } from '../../../lib/language/say.ts'
import { type CookieName, cookieDays, lastingKeys } from '../../../lib/stored/in-browsers.ts'

const cookieWords = (): Readonly<Record<CookieName, string>> => ({
  svc_session: say('keeps you signed in'),
  svc_device: say('tells that your browser is known, so that nobody can lock you out'),
  svc_flow: say('while you sign in with an account elsewhere'),
  svc_language: say('the language that you chose'),
  svc_ref: say('by whose link you came, where you opened one, so that they are thanked if you buy'),
  svc_letter: say('the letter whose link you opened, so that its artist can count sales, not people'),
  svc_rest: say('that you bought single tracks as a guest, so that you pay only for the rest'),
  quality: say('how much data music may take, once you choose it'),
})

const keyWords = (): Readonly<Record<(typeof lastingKeys)[number], string>> => ({
  'tapedeck.kept': say('which cassets you keep for offline'),
  'tapedeck.volume': say('the volume, once you change it'),
  'tapedeck.keys': say('that keys of the keyboard are off, once you switch them off'),
  'tapedeck.aloud': say('whether comments of a room are read aloud, once you change it'),
  'tapedeck.party.': say('that you come to a listening party'),
  'push-id ': say('that this browser gets messages'),
  'tus::': say('where an upload of yours goes on'),
})

const daysText = (days: number): string =>
  days === 0 ? say('until the browser is closed') : say('{days, plural, one {# day} other {# days}}', { days })

const line = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Returns what browsers keep of this site: a table, and what ends with the tab. */
export function browserText(): string {
  const keys = keyWords()
  const cookies = Object.entries(cookieWords()).map(([name, words]) =>
    line(
      say('Cookie {name}', { name }),
      words,
      daysText(Object.entries(cookieDays).find(([each]) => each === name)?.[1] ?? 0),
    ),
  )
  const table = [
    line(say('Name'), say('What for'), say('How long')),
    line('---', '---', '---'),
    ...cookies,
    ...lastingKeys.map((name) => line(name.trim(), keys[name], say('until you delete it'))),
  ].join('\n')
  return [
    table,
    say(
      'Until you close its tab, a browser also keeps where you are in what you play, and what you wrote into a form of the checkout. Pages that you saw, and their files, stay in its cache, so that they open without a connection. None of it follows you to other sites.',
    ),
  ].join('\n\n')
}
