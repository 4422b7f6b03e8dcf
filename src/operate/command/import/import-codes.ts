import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { ImportingArtist, ImportPlan } from '../../../casset/import/plan-import.ts'
import { tapesOfArtist } from '../../../casset/read-tapes.ts'
import type { Ctx } from '../../../context.ts'
import { oneLine } from '../../../lib/album/found.ts'
import { decodeText } from '../../../lib/encoding/decode-text.ts'
import { count } from '../../../lib/text/count.ts'
import { slugOf } from '../../../lib/text/slug.ts'
import { bringCodes, type CodePlan, planCodes, type TapeOfCodes } from '../../../shop/download-code/bring-codes.ts'

const largestBytes = 10_000_000
const mostNamed = 20

/** A file of codes and the tape of those that name none. */
export type CodesAsked = { file: string; tape: string | undefined }

/**
 * Shows what becomes of codes that were given out elsewhere, and makes them redeemable where
 * `isReal`. `music`: what else is imported now. Returns false for a file that cannot be read.
 */
export async function importCodes(
  ctx: Ctx,
  artist: ImportingArtist,
  { file, tape }: CodesAsked,
  { music, isReal }: { music: ImportPlan | undefined; isReal: boolean },
  print: (line: string) => void,
): Promise<boolean> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > largestBytes) {
    print(found?.isFile() ? `${file} is too large for a list of codes.` : `There is no file ${file}.`)
    return false
  }
  const planned = isReal ? [] : (music?.tapes ?? []).map(({ name }) => ({ cassetId: null, name, names: [name] }))
  const plan = planCodes(ctx, decodeText(await Bun.file(file).bytes()), [...tapesOf(ctx, artist), ...planned], tape)
  for (const line of codeLines(plan)) print(line)
  if (!isReal) return true
  const came = bringCodes(ctx, plan, `Given out elsewhere: ${basename(file)}`)
  print(
    came === 0
      ? 'No new codes were imported.'
      : `${count(came, 'code')} can be redeemed at ${ctx.site.origin}/redeem now.`,
  )
  return true
}

const tapesOf = (ctx: Ctx, { id, handle }: ImportingArtist): TapeOfCodes[] =>
  tapesOfArtist(ctx, id).map(({ casset }) => {
    const { id: cassetId, name, word } = casset
    const names = [name, slugOf(casset, handle), ...(word === null ? [] : [word])]
    return { cassetId, name, names }
  })

function codeLines({ batches, left, known }: CodePlan): string[] {
  const byReason = Map.groupBy(left, ({ why }) => why)
  return [
    '',
    ...batches.map(({ tape, hashes }) => `${count(hashes.length, 'code')} for ${oneLine(tape.name)}`),
    ...(known === 0 ? [] : [`${count(known, 'code')} imported before`]),
    ...[...byReason].map(([why, lines]) => {
      const shown = lines.slice(0, mostNamed).map(({ line }) => line)
      const more = lines.length > mostNamed ? ` and ${lines.length - mostNamed} more` : ''
      return `  left out: ${oneLine(why)} (line ${shown.join(', ')}${more})`
    }),
  ]
}
