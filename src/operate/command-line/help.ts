import { topics } from '../guide/topics.ts'
import { type Command, commandTable, type Option, optionText } from './table.ts'

const widest = 120
const aboutAt = 30

/** Returns words in lines of at most `width` characters. */
export function wrapLines(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && longer.length > width) lines.push(line)
    line = line !== '' && longer.length > width ? word : longer
  }
  return [...lines, line]
}

/** Writes a description beside its command, or below a command too long for the column. */
function entry(left: string, about: string, column: number): string {
  const lines = wrapLines(about, widest - column)
  const isLong = left.length + 2 > column
  const first = isLong ? [left] : [left.padEnd(column) + (lines.shift() ?? '')]
  return [...first, ...lines.map((line) => ' '.repeat(column) + line)].join('\n')
}

function commandEntry({ name, operands, about, options }: Command): string {
  const called = ['tapedeck', name === 'serve' ? '[serve]' : name, ...operands].join(' ')
  const said = name === 'help' ? `${about}. Topics: ${topics.map((topic) => topic.name).join(', ')}` : about
  return [entry(`  ${called}`, said, aboutAt), ...options.map(optionEntry)].join('\n')
}

const optionEntry = (option: Option) => entry(`      [${optionText(option)}]`, option.about, aboutAt)

export const settingsText = `  PORT (3000)  HOST (0.0.0.0)  BASE_URL (http://localhost:PORT)  DATA_DIR (./data)
  HTTPS_PORT (443)  HTTP_PORT (80)  ACME_DIRECTORY (Let's Encrypt's): with --domain
  SMTP_URL and MAIL_FROM      send mail; without them it stays in the outbox
  REGISTRATION                open, invite or closed (open)
  TRUSTED_PROXIES             CIDRs of proxies whose X-Forwarded-For is trusted (none)
  PAYMENTS                    stripe, test or off (stripe with a key, else off)
  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, PLATFORM_FEE_PERCENT (0)
  AGENT_API_SECRET            what agents send that register derivatives (none: nobody may)
  WITNESSED_LOGS              logs of others that this site cosigns, by their keys (none)
  LOG_WITNESSES               witnesses that cosign the log of releases: key and address of each (none)
  PUBLIC_API                  on or off (on)    MAX_UPLOAD_MB (500)    LOG_LEVEL (info)
  DEMO_DIR                    the demo's folder (./demo-data); of the other settings the demo takes only DEMO_URL (its
                              address, for other machines to open it), PORT, HOST (127.0.0.1), TRUSTED_PROXIES,
                              PUBLIC_API, LANGUAGES, LOG_LEVEL and the storage limits: no DATA_DIR, key
                              or mail`

/** The output of `tapedeck --help` (rule: one-executable). */
export const help = `Tapedeck: a music service in one executable that artists run themselves.

${commandTable.map(commandEntry).join('\n')}
  tapedeck --version          print the version

Configuration is environment or a .env file in the current folder. The ones people set:
${settingsText}
`
