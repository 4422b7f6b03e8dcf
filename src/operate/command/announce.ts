import { issueSetupLink } from '../../account/setup-token.ts'
import type { Ctx } from '../../context.ts'
import { certificateLines } from '../../platform/certificate/first-words.ts'
import type { Running } from '../../serve.ts'
import { addressLines, networkAddresses } from './addresses.ts'

/**
 * Prints the service's URL and, while the instance has no owner, the link to become its owner
 * (rule: first-start).
 */
export function printAddresses(ctx: Ctx, running: Running, print: (line: string) => void): void {
  print(`listening on ${running.url}`)
  for (const line of certificateLines(ctx, running)) print(line)
  for (const line of addressLines(ctx, networkAddresses())) print(line)
  const link = issueSetupLink(ctx)
  if (link) for (const line of boxed(['Open this link to make the site yours. It works once:', link])) print(line)
}

/** Draws a box around lines, so that they stand out in a terminal. */
function boxed(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  return [`╭${edge}╮`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `╰${edge}╯`]
}
