import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { openAcme } from './acme/acme-client.ts'
import type { Suggestion } from './acme/next-try.ts'
import type { CertificateRow } from './certificate.ts'

const RenewalInfo = t.Object({ suggestedWindow: t.Object({ start: t.String(), end: t.String() }) })

/** RFC 9773; undefined without a suggestion, or when the authority cannot be asked now. */
export async function readSuggestion(
  ctx: Ctx,
  row: CertificateRow,
  signal: AbortSignal,
): Promise<Suggestion | undefined> {
  try {
    const acme = await openAcme(ctx, ctx.config.https.directory, signal)
    const { renewalName } = await import('./acme/signing-request.ts')
    const [{ renewalInfo }, name] = [acme.directory, renewalName(row.chain ?? '')]
    if (renewalInfo === undefined || name === undefined) return undefined
    const { body, retryAfterMs } = await acme.get(RenewalInfo, `${renewalInfo.replace(/\/$/, '')}/${name}`)
    const [startMs, endMs] = [body.suggestedWindow.start, body.suggestedWindow.end].map(Date.parse)
    if (startMs === undefined || endMs === undefined || !(startMs <= endMs)) return undefined
    return { name, startMs, endMs, askAgainMs: retryAfterMs }
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}
