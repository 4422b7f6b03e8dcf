import commands from '../../../public/guide/commands.md' with { type: 'text' }
import content from '../../../public/guide/content.md' with { type: 'text' }
import desk from '../../../public/guide/desk.md' with { type: 'text' }
import drops from '../../../public/guide/drops.md' with { type: 'text' }
import growing from '../../../public/guide/growing.md' with { type: 'text' }
import health from '../../../public/guide/health.md' with { type: 'text' }
import bring from '../../../public/guide/import.md' with { type: 'text' }
import letters from '../../../public/guide/letters.md' with { type: 'text' }
import music from '../../../public/guide/music.md' with { type: 'text' }
import payments from '../../../public/guide/payments.md' with { type: 'text' }
import players from '../../../public/guide/players.md' with { type: 'text' }
import programs from '../../../public/guide/programs.md' with { type: 'text' }
import releases from '../../../public/guide/releases.md' with { type: 'text' }
import security from '../../../public/guide/security.md' with { type: 'text' }
import server from '../../../public/guide/server.md' with { type: 'text' }
import settings from '../../../public/guide/settings.md' with { type: 'text' }
import tax from '../../../public/guide/tax.md' with { type: 'text' }
import { currentLanguage, say } from '../../lib/language/say.ts'
import { translated } from './translated.ts'

/**
 * A page of the guide: its name in addresses and commands, its subject, and its Markdown in
 * English, which begins with its title.
 */
export type Topic = { name: string; about(): string; text: string }

/** The guide for owners, artists and developers of clients, in the order in which it is listed. */
export const topics: readonly Topic[] = [
  { name: 'server', about: () => say('https, systemd, proxies, backups and updates.'), text: server },
  {
    name: 'desk',
    about: () => say('Setting your site up in the browser, its legal pages, and who helps you.'),
    text: desk,
  },
  { name: 'commands', about: () => say('What the program does when it is called by hand.'), text: commands },
  { name: 'settings', about: () => say('All settings, and what holds without them.'), text: settings },
  { name: 'security', about: () => say('New secrets, the security log, and fail2ban.'), text: security },
  {
    name: 'health',
    about: () => say('What the site tells its owner, its log, and closing it for work.'),
    text: health,
  },
  { name: 'content', about: () => say('Taking things down with reasons, and answering objections.'), text: content },
  {
    name: 'growing',
    about: () => say('More than one machine: edges, files elsewhere, a second machine that waits.'),
    text: growing,
  },
  { name: 'payments', about: () => say('Stripe, selling for others, what it costs and who bears it.'), text: payments },
  { name: 'tax', about: () => say('The seller of record, receipts, and files for accountants.'), text: tax },
  { name: 'music', about: () => say('What goes in and what comes out, and clips for phones.'), text: music },
  {
    name: 'import',
    about: () => say('A folder of music, or what other shops gave you, onto your cassets.'),
    text: bring,
  },
  { name: 'players', about: () => say('Hearing what you bought in an app on your phone.'), text: players },
  { name: 'letters', about: () => say('Writing to the people who want to hear from you.'), text: letters },
  { name: 'drops', about: () => say('A prize for clips of your hook, from funding to paying.'), text: drops },
  { name: 'releases', about: () => say('Signed releases: what they prove, and how to check it.'), text: releases },
  { name: 'programs', about: () => say('The public API, the sandbox, and a walk with curl.'), text: programs },
]

export const textOf = ({ name, text }: Topic): string => translated[currentLanguage()]?.[name] ?? text

/** Returns the title of a topic in the current language, which is its first line. */
export function titleOf(topic: Topic): string {
  const text = textOf(topic)
  return text.slice(2, text.indexOf('\n'))
}
