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
import programs from '../../../public/guide/programs.md' with { type: 'text' }
import releases from '../../../public/guide/releases.md' with { type: 'text' }
import security from '../../../public/guide/security.md' with { type: 'text' }
import server from '../../../public/guide/server.md' with { type: 'text' }
import settings from '../../../public/guide/settings.md' with { type: 'text' }
import tax from '../../../public/guide/tax.md' with { type: 'text' }

/**
 * A page of the guide: its name in addresses and commands, its subject, and its Markdown, which
 * begins with its title.
 */
export type Topic = { name: string; about: string; text: string }

/** The guide for owners, artists and developers of clients, in the order in which it is listed. */
export const topics: readonly Topic[] = [
  { name: 'server', about: 'https, systemd, proxies, backups and updates.', text: server },
  { name: 'desk', about: 'Setting your site up in the browser, its legal pages, and who helps you.', text: desk },
  { name: 'commands', about: 'What the program does when it is called by hand.', text: commands },
  { name: 'settings', about: 'All settings, and what holds without them.', text: settings },
  { name: 'security', about: 'New secrets, the security log, and fail2ban.', text: security },
  { name: 'health', about: 'What the site tells its owner by itself, its log, and closing it for work.', text: health },
  { name: 'content', about: 'Taking things down with reasons, and answering objections.', text: content },
  {
    name: 'growing',
    about: 'More than one machine: edges, files elsewhere, a second machine that waits.',
    text: growing,
  },
  { name: 'payments', about: 'Stripe, selling for others, what it costs and who bears it.', text: payments },
  { name: 'tax', about: 'The seller of record, receipts, and files for accountants.', text: tax },
  { name: 'music', about: 'What goes in and what comes out, and clips for phones.', text: music },
  { name: 'import', about: 'A folder of music, or what other shops gave you, onto your tapes.', text: bring },
  { name: 'letters', about: 'Writing to the people who want to hear from you.', text: letters },
  { name: 'drops', about: 'A prize for clips of your hook, from funding to paying.', text: drops },
  { name: 'releases', about: 'Signed releases: what they prove, and how to check it.', text: releases },
  { name: 'programs', about: 'The public API, the sandbox, and a walk with curl.', text: programs },
]

/** Returns the title of a topic, which is its first line. */
export const titleOf = ({ text }: Topic): string => text.slice(2, text.indexOf('\n'))
