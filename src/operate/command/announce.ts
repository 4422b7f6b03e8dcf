import { issueSetupLink } from '../../account/owner/setup-token.ts'
import type { Ctx } from '../../context.ts'
import { certificateLines } from '../../platform/certificate/first-words.ts'
import { isEverywhere } from '../../platform/http/site/site.ts'
import { copiedFrom, isCopy, restoredFrom } from '../../platform/instance.ts'
import type { Running } from '../../serve.ts'
import { addressLines, networkAddresses } from './addresses.ts'

/**
 * Prints the service's URL and, while the instance has no owner, the link to become its owner
 * (rule: first-start).
 */
export function printAddresses(ctx: Ctx, running: Running, print: (line: string) => void): void {
  print(`listening on ${running.url}`)
  for (const line of certificateLines(ctx, running)) print(line)
  const found = networkAddresses()
  const link = issueSetupLink(ctx)
  const [open = '', ...elsewhere] = addressLines(ctx, found)
  for (const line of link ? [open] : [open, ...elsewhere]) print(line)
  if (isCopy(ctx.db, ctx.config.dataDir)) for (const line of boxed(copyLines(ctx))) print(line)
  if (link) for (const line of boxed(setupLines(ctx, link, found))) print(line)
}

/** Returns the lines with the set-up link, as this machine and as others open it. */
function setupLines({ config: { baseUrl, host } }: Pick<Ctx, 'config'>, link: string, found: readonly string[]) {
  const lines = ['Open this link to make the site yours. It works once:', link]
  if (baseUrl !== undefined || !isEverywhere(host)) return lines
  const links = (found.length > 0 ? found : ['ADDRESS-OF-THIS-MACHINE']).map((address) =>
    link.replace('//localhost', `//${address}`),
  )
  return [...lines, 'From another machine, at any address that leads to this one:', ...links]
}

function copyLines({ db, config: { dataDir } }: Ctx): string[] {
  const from = restoredFrom(dataDir)
  const beside = from ? undefined : copiedFrom(db, dataDir)
  const day = from ? ` of ${new Date(from.madeAt).toISOString().slice(0, 10)}` : ''
  const what = beside === undefined ? `a copy of a site, from a backup${day}` : `a copy of the site in ${beside}`
  return [
    `This is ${what}. It sends, sells, pays and backs up nothing.`,
    'If it is the site from now on, say so at the desk, under Health,',
    'or stop it and run tapedeck promote.',
  ]
}

/** Draws a box around lines, so that they stand out in a terminal. */
function boxed(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  return [`╭${edge}╮`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `╰${edge}╯`]
}
